import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A closure that is written in a generic class, on an instance of a class that is derived from it, is told as one in a class that is not
/// generic.
@Suite(
  .slow, .leakFree, .disabled(if: isOptimized, "a specialized closure has no debug information"))
struct GenericSuperclassTests {
  final class Coordinator {
    var model: AnyObject?
  }

  class PlainModel {
    var onChange: (() -> Void)?
    var count = 0

    func bind(_ coordinator: Coordinator) {
      onChange = {
        self.count += 1
        coordinator.model = self
      }
      coordinator.model = self
    }
  }

  final class HomeOfPlain: PlainModel {}

  class GenericModel<State> {
    var onChange: (() -> Void)?
    var count = 0

    func bind(_ coordinator: Coordinator) {
      onChange = {
        self.count += 1
        coordinator.model = self
      }
      coordinator.model = self
    }
  }

  final class HomeOfGeneric: GenericModel<Int> {}

  /// Its argument is not the first of the class that it is derived from.
  class Mapped<Input, Output>: GenericModel<Output> {
    var input: Input?
  }

  final class HomeOfMapped: Mapped<String, [Int]> {}

  private static func told(_ body: () -> Void) async -> String {
    await LeakDetector.detect(within: .milliseconds(50)) { body() }.description
      .replacing("HomeOfMapped", with: "Home").replacing("HomeOfGeneric", with: "Home")
      .replacing("HomeOfPlain", with: "Home")
      .replacing("GenericModel<Swift.Int>", with: "Model")
      .replacing("GenericModel", with: "Model").replacing("PlainModel", with: "Model")
      .replacing(#/:\d+/#, with: "").replacing(#/ +│ +~+/#, with: "")
      .replacing(#/fingerprint \w+/#, with: "").replacing(#/created in .*/#, with: "")
  }

  @Test func `It is told as its plain twin is`() async {
    let plain = await Self.told { HomeOfPlain().bind(Coordinator()) }
    #expect(!plain.contains("probably"))
    let generic = await Self.told { HomeOfGeneric().bind(Coordinator()) }
    #expect(generic == plain)
    let mapped = await Self.told { HomeOfMapped().bind(Coordinator()) }
    #expect(mapped == plain)
  }
}
