import LeakTesting
import TestOrder
import Testing

/// What is left in an existential container of an optional that is `nil`: another field may say so.
@Suite(.slow, .leakFree, .serialized) struct StaleContainerTests {
  final class Session {}

  /// With more values to spare than a container has.
  enum Mode {
    case first(Bool, Bool)
    case second(Bool, Bool)
  }

  struct Entry {
    var value: Any
    var mode: Mode
  }

  final class Registry {
    nonisolated(unsafe) static let shared = Registry()
    nonisolated(unsafe) static var entry: Entry?

    var entry: Entry?
  }

  @Test(arguments: [true, false])
  func `It keeps nothing`(isProperty: Bool) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Self.putAndRemove(inProperty: isProperty)
    }
    // By chance, a word may be left in memory of unknown use.
    #expect(report.leaks.count == 1)
    #expect(!report.leaks.contains { $0.headline.contains("Registry") })
    if let lost = Self.lost { Unmanaged.passUnretained(lost).release() }
  }

  nonisolated(unsafe) private static weak var lost: Session?

  /// Puts and removes an object that is retained once more than anything refers to it. Not a task's: its memory keeps words for long.
  @inline(never) private static func putAndRemove(inProperty isProperty: Bool) {
    let session = Session()
    _ = Unmanaged.passRetained(session)
    let entry = Entry(value: session, mode: .first(true, true))
    if isProperty {
      Registry.shared.entry = entry
      Registry.shared.entry = nil
    } else {
      Registry.entry = entry
      Registry.entry = nil
    }
    lost = session
  }
}
