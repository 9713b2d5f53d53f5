import Foundation
import LeakDetection

/// The first report of a process, and later ones.
struct ExplainingTask: ChildTask {
  /// What keeps the object.
  enum Keeper: String, Codable, CaseIterable {
    case cycle = "leaked by a closure"
    case holder = "held by a global"
  }

  /// What is big.
  enum Size: Codable {
    case nothing
    /// So many other heap blocks are alive.
    case blocks(Int)
    /// The object reaches so many others.
    case reachable(Int)
    /// So many objects are leaked with it.
    case leaked(Int)
  }

  var keeper: Keeper
  var size: Size
  var laterReports: Int

  struct Outcome: Codable, Sendable {
    /// Milliseconds from the end of the body to the text of the report.
    var first: Double
    var later: [Double]
  }

  func run() async throws -> Outcome {
    let surroundings = Surroundings(size)
    defer { withExtendedLifetime(surroundings) {} }
    let first = try report(in: surroundings)
    return Outcome(
      first: first, later: try (0..<laterReports).map { _ in try report(in: surroundings) })
  }

  private func report(in surroundings: Surroundings) throws -> Double {
    let clock = ContinuousClock()
    var start = clock.now
    let report = LeakDetector.detectBlocking(within: .nanoseconds(1)) {
      let player = Player(surroundings.reachable)
      switch keeper {
      case .cycle: player.play()
      case .holder: Player.held.append(trackForLeaks(player))
      }
      player.company = surroundings.makeCompany()
      start = clock.now
    }
    let text = report.description
    let end = clock.now
    guard text.contains("Player ") else {
      throw BenchmarkError("the report tells nothing of the object: \(text)")
    }
    return (end - start).inNanoseconds / 1e6
  }
}

/// The object that is reported.
final class Player {
  nonisolated(unsafe) static var held: [Player] = []

  var onFinish: (() -> Void)?
  var company: Companion?
  private let reachable: AnyObject?
  private var plays = 0

  init(_ reachable: AnyObject?) {
    self.reachable = reachable
  }

  func play() {
    onFinish = { self.rewind() }
  }

  private func rewind() { plays += 1 }
}

/// An object that is leaked along with the player.
final class Companion {
  var next: Companion?
  var first: Companion?
}

/// What the process holds besides the object, and what the object does.
private final class Surroundings {
  private var blocks: [AnyObject] = []
  private(set) var reachable: AnyObject?
  private var companions = 0

  init(_ size: ExplainingTask.Size) {
    switch size {
    case .nothing: break
    case .blocks(let count): blocks = (0..<count).map { _ in Companion() }
    case .reachable(let count): reachable = TwoReferences(objects: count)
    case .leaked(let count): companions = count
    }
  }

  /// A ring of companions.
  func makeCompany() -> Companion? {
    guard companions > 0 else { return nil }
    let first = Companion()
    var last = first
    for _ in 1..<companions {
      let next = Companion()
      (last.next, next.first) = (next, first)
      last = next
    }
    last.next = first
    return first
  }
}
