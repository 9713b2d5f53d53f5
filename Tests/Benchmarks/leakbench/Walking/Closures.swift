/// Screens with three closures each: one that captures two of them and a number, one that captures one of them, which
/// is its context then, and one that captures a variable. Four heap objects each.
final class Closures: WalkedGraph {
  /// The limit knows this layout.
  final class Screen {
    let number: Int
    var onTap: (() -> Int)?
    var onLoad: (() -> Int)?
    var onSwipe: (() -> Int)?

    init(_ number: Int) {
      self.number = number
    }
  }

  private let screens: [Screen]

  init(objects count: Int) {
    let count = max(1, count / 4)
    screens = (0..<count).map(Screen.init)
    var scatter = Scatter()
    for position in screens.indices {
      Self.connect(
        screens[position], to: screens[(position + 1) % count],
        screens[scatter.next(below: count)])
    }
  }

  @inline(never)
  private static func connect(_ screen: Screen, to next: Screen, _ other: Screen) {
    let number = screen.number
    var swipes = 0
    screen.onTap = { next.number &+ other.number &+ number }
    screen.onLoad = { other.number }
    screen.onSwipe = {
      swipes += 1
      return next.number &+ swipes
    }
  }

  var root: AnyObject { screens[0] }
}
