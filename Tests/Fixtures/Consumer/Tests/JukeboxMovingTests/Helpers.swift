import XCTest

// What targets have, or packages that they use.

func assertDeallocated<Object: AnyObject>(
  file: StaticString = #filePath, line: UInt = #line, _ make: () -> Object
) {
  weak var gone: Object?
  do { gone = make() }
  XCTAssertNil(gone, "stays in memory", file: file, line: line)
}

/// Makes an object for matchers as those of SpecLeaks.
struct LeakTest<Object: AnyObject> {
  let make: () -> Object

  init(_ make: @escaping () -> Object) { self.make = make }

  @inline(never)
  fileprivate func make(and act: (Object) -> Void) -> () -> Object? {
    let object = make()
    act(object)
    return { [weak object] in object }
  }
}

struct LeakMatcher<Object: AnyObject> {
  let leaks: (LeakTest<Object>) -> Bool
}

func leak<Object: AnyObject>() -> LeakMatcher<Object> {
  leakWhen { _ in }
}

func leakWhen<Object: AnyObject>(_ act: @escaping (Object) -> Void) -> LeakMatcher<Object> {
  LeakMatcher { test in test.make(and: act)() != nil }
}

struct LeakExpectation<Object: AnyObject> {
  let test: LeakTest<Object>
  let file: StaticString
  let line: UInt

  func toNot(_ matcher: LeakMatcher<Object>) {
    XCTAssertFalse(
      matcher.leaks(test), "expected to not leak, but \(Object.self) stays", file: file, line: line)
  }
}

func expect<Object: AnyObject>(
  _ test: LeakTest<Object>, file: StaticString = #filePath, line: UInt = #line
) -> LeakExpectation<Object> {
  LeakExpectation(test: test, file: file, line: line)
}

/// Counts as RxSwift does in a build with `TRACE_RESOURCES`: its own objects.
enum Resources {
  nonisolated(unsafe) fileprivate(set) static var total = 0
}

final class Subject {
  private var observers: [() -> Void] = []

  init() { Resources.total += 1 }
  deinit { Resources.total -= 1 }

  func subscribe(_ observer: @escaping () -> Void) { observers.append(observer) }
}

final class Screen {
  private let taps = Subject()
  private var count = 0

  func show() {
    taps.subscribe { self.count += 1 }
  }
}
