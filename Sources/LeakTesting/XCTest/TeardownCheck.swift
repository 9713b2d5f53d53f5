import CLeakBase
import LeakBase
import LeakDetection
import XCTest

/// What a test case of XCTest's own class tracks, and one teardown block checks together: what keeps several objects is told once, and
/// they wait at the same time.
final class TeardownCheck: Sendable {
  /// Objects of which the same is asked.
  private struct Part {
    let options: CheckOptions
    /// Whether a line may ask the same, and nothing that is wrong would be told of one line only.
    let isShared: Bool
    let place: XCTestPlace
    var objects: [TrackedObject]
  }

  /// `nil` once the block has run.
  private let parts = VisibleMutex<[Part]?>([])

  /// Adds an object to be checked; false when that is too late.
  func add(_ object: TrackedObject, _ options: CheckOptions, at place: XCTestPlace) -> Bool {
    let isShared = options.mistakes.isEmpty
    return parts.withLock { parts in
      let index = isShared ? parts?.firstIndex { $0.isShared && $0.options == options } : nil
      if let index {
        parts?[index].objects.append(object)
      } else {
        parts?.append(
          Part(options: options, isShared: isShared, place: place, objects: [object]))
      }
      return parts != nil
    }
  }

  /// Checks the objects, for the test case with the name `name`.
  @available(*, noasync)
  func settle(for name: String, entry: crt_call) {
    let parts = parts.withLock { $0.take() } ?? []
    RunningTest.$testCase.withValue(name) {
      for part in parts {
        let scope = LeakScope(entry)
        part.objects.forEach(scope.track)
        _ = DeallocationCheck(asserting: part.options, at: part.place, entry: entry)
          .settle(scope, threw: false)
      }
    }
  }
}

extension TeardownCheck {
  /// The check of a test case, as long as XCTest has the block.
  private struct Entry: Sendable {
    nonisolated(unsafe) weak var check: TeardownCheck?
  }

  /// By the test case's address, inverted: nobody who looks for references takes it for one.
  private static let checks = VisibleMutex<[UInt: Entry]>([:])

  /// Has `object` checked after `testCase`, in the block that the first call for it adds.
  static func add(
    _ object: TrackedObject, of testCase: XCTestCase, _ options: CheckOptions,
    at place: XCTestPlace
  ) {
    let key = ~UInt(bitPattern: ObjectIdentifier(testCase))
    let isAdded = checks.withLock { $0[key]?.check }?.add(object, options, at: place) ?? false
    if isAdded { return }
    let check = TeardownCheck()
    _ = check.add(object, options, at: place)
    checks.withLock { checks in
      checks = checks.filter { $1.check != nil }
      checks[key] = Entry(check: check)
    }
    let name = testCase.fullName
    testCase.addTeardownBlock { check.settle(for: name, entry: crt_calling_function()) }
  }
}
