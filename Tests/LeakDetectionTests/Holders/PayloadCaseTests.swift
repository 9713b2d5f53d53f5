import LeakTesting
import TestOrder
import Testing

/// Words that are a strong reference in one case of an enumeration, and something else in another.
@Suite(.leakFree, .serialized) struct PayloadCaseTests {
  final class Session {}

  struct WeakLink { weak var session: Session? }
  struct UnownedLink { unowned let session: Session }

  enum Link {
    case weak(WeakLink)
    case unowned(UnownedLink)
    case number(Int)
    case strong(Session)
  }

  /// Of a pointer the type does not say whether it owns.
  enum Handle {
    case pointer(UnsafeRawPointer)
    case strong(Session)
  }

  final class Registry {
    nonisolated(unsafe) static let shared = Registry()
    nonisolated(unsafe) static var link: Link?
    nonisolated(unsafe) static var handle: Handle?

    var link: Link?
    var links: [Link] = []
    var named: [String: Link] = [:]
    var handle: Handle?

    func clear() {
      (link, links, named, handle) = (nil, [], [:], nil)
      (Self.link, Self.handle) = (nil, nil)
    }
  }

  /// Where a link is.
  enum Place: CaseIterable {
    case property, array, dictionary, variable

    func put(_ link: Link) {
      switch self {
      case .property: Registry.shared.link = link
      case .array: Registry.shared.links = [link]
      case .dictionary: Registry.shared.named["session"] = link
      case .variable: Registry.link = link
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `What a static variable has in the strong case is no leak`(place: Place) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      place.put(.strong(Session()))
    }
    #expect(report.leaks.map(\.headline) == [])
    Registry.shared.clear()
  }

  @Test(arguments: [Place.property, .variable])
  func `The strong case beside a pointer is no leak either`(place: Place) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      switch place {
      case .variable: Registry.handle = .strong(Session())
      default: Registry.shared.handle = .strong(Session())
      }
    }
    #expect(report.leaks.map(\.headline) == [])
    Registry.shared.clear()
  }

  nonisolated(unsafe) private static weak var lost: Session?

  /// Puts a link to an object that is retained once more than anything refers to it. Not a task's: its memory keeps words for long.
  @inline(never) private static func putLost(at place: Place, _ way: String) {
    let session = Session()
    _ = Unmanaged.passRetained(session)
    place.put(
      way == "weak" ? .weak(WeakLink(session: session)) : .unowned(UnownedLink(session: session)))
    lost = session
  }

  /// The other cases do not keep it.
  @Test(.slow, arguments: Place.allCases, ["weak", "unowned"])
  func `What a static variable has in another case is leaked`(place: Place, way: String) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Self.putLost(at: place, way)
    }
    // By chance, a word may be left in memory of unknown use.
    #expect(report.leaks.count == 1)
    #expect(!report.leaks.contains { $0.headline.contains("Registry") })
    Registry.shared.clear()
    if let lost = Self.lost { Unmanaged.passUnretained(lost).release() }
  }
}
