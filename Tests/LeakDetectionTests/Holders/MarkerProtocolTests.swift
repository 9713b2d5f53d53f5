import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Static variables of types that name `Sendable`, which the runtime knows nothing of.
@Suite(.slow, .leakFree, .serialized) struct MarkerProtocolTests {
  protocol Named: AnyObject {}
  final class Session: Named, Sendable {}

  /// Too large for the container.
  struct Entry: Sendable {
    var numbers = (1, 2, 3, 4)
    var session: Session
  }

  enum Shelf: CaseIterable {
    case list, optional, composition, box

    static let items = Mutex<[any Sendable]>([])
    nonisolated(unsafe) static var item: (any Sendable)?
    nonisolated(unsafe) static var named: (any Named & Sendable)?
    nonisolated(unsafe) static var entry: (any Sendable)?

    func put() {
      switch self {
      case .list: Self.items.withLock { $0.append(Session()) }
      case .optional: Self.item = Session()
      case .composition: Self.named = Session()
      case .box: Self.entry = Entry(session: Session())
      }
    }

    static func clear() {
      items.withLock { $0 = [] }
      (item, named, entry) = (nil, nil, nil)
    }
  }

  @Test(arguments: Shelf.allCases) func `What they have is no leak`(shelf: Shelf) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { shelf.put() }
    #expect(report.leaks.map(\.headline) == [])
    Shelf.clear()
  }
}
