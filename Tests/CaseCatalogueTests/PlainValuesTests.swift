import LeakTesting
import Testing

@testable import LeakCatalogue

@Suite(.leakFree) struct PlainValuesTests {
  class House {
    var floors = 2
  }

  final class HauntedHouse: House {
    struct Address {
      var street = "Elm Street"
      var numbers = [1428, 1429]
    }

    enum Mood { case calm }

    var isDark = true
    var age: Double? = 99.5
    var owner: String?
    let address = Address()
    let pair = (left: "a", right: [["b"]])
    let mood = Mood.calm
    weak var neighbour: House?
    let cellar = House()
    let guests: Set = ["Ella"]
    let haunt: () -> Void = {}
  }

  /// Neither other objects, nor closures, nor what has no order.
  @Test func readsPlainValues() {
    #expect(
      PlainValues(of: HauntedHouse()).lines == [
        "address.numbers.0 = 1428", "address.numbers.1 = 1429", "address.street = Elm Street",
        "age = 99.5", "floors = 2", "isDark = true", "pair.left = a",
        "pair.right.0.0 = b",
      ])
  }
}
