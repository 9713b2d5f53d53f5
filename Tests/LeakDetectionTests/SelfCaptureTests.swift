import LeakTesting
import Testing

@testable import LeakExplaining

/// Closures over `self` that are written in a superclass or in an extension of a protocol, with and without
/// a context of their own.
@Suite(.leakFree) struct SelfCaptureTests {
  class Base {
    var handler: (() -> Void)?
    var count = 0

    func observe() { handler = { self.count += 1 } }
    func observe(adding step: Int) { handler = { self.count += step } }
  }

  final class Derived: Base, ClassCounting, Counting {}

  protocol ClassCounting: AnyObject {
    var count: Int { get set }
    var handler: (() -> Void)? { get set }
  }

  protocol Counting {
    var count: Int { get nonmutating set }
    var handler: (() -> Void)? { get nonmutating set }
  }

  @Test(
    arguments: [
      { $0.observe() }, { $0.observe(adding: 3) }, { $0.countInClass() },
      { $0.countInClass(adding: 3) }, { $0.countAnywhere() }, { $0.countAnywhere(adding: 3) },
    ] as [@Sendable (Derived) -> Void])
  func `The object is self`(observe: @Sendable (Derived) -> Void) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = Derived()
      observe(object)
      return object
    }
    #expect(
      report.leaks.first?.suspect?.note == "captures SelfCaptureTests.Derived (self) strongly")
  }
}

extension SelfCaptureTests.ClassCounting {
  func countInClass() { handler = { self.count += 1 } }
  func countInClass(adding step: Int) { handler = { self.count += step } }
}

extension SelfCaptureTests.Counting {
  func countAnywhere() { handler = { self.count += 1 } }
  func countAnywhere(adding step: Int) { handler = { self.count += step } }
}
