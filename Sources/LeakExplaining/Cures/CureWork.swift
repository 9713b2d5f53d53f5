/// How much a cure takes to find, and whether that is too much: counted in objects and references that are looked at.
struct CureWork {
  /// So much is done for the smallest component, a second or so.
  private static let least = 10_000_000
  /// So many times a large component is gone through.
  private static let mostRounds = 100
  /// What an explanation takes.
  private static let explanation = 5_000

  /// Of so many objects a cycle is asked for.
  static let mostStarts = 16

  private let most: Int
  private var done = 0

  /// - Parameter size: The number of the component's objects and references.
  init(size: Int) { most = max(Self.least, Self.mostRounds * size) }

  var isOver: Bool { done > most }

  /// Adds what it takes to find out what remains without some places.
  mutating func addRound(of size: Int) { done += 2 * size }

  /// Adds what it takes to find a cycle.
  mutating func addSearch(among count: Int) { done += count }

  mutating func addExplanation() { done += Self.explanation }
}
