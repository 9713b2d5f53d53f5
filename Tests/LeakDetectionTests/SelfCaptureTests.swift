import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Closures over `self` that are written in a superclass or in an extension of a protocol, with and without
/// a context of their own.
@Suite(.slow, .leakFree) struct SelfCaptureTests {
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
    let suspect = report.leaks.first?.suspect
    // The optimiser makes one of functions that have the same instructions, and notes no line for the others.
    let isUnnamed = isOptimized && suspect?.line == nil
    #expect(
      suspect?.note
        == "captures SelfCaptureTests.Derived (\(isUnnamed ? "probably " : "")self) strongly")
  }

  // MARK: The object captured twice

  @Test(
    arguments: [
      { $0.observe(with: $0 as Derived) }, { $0.observe(with: $0 as Derived?) },
      { $0.observe(with: $0 as Base) }, { $0.observe(with: $0 as any ClassCounting) },
      { $0.observeWithVariable($0) },
    ] as [@Sendable (Derived) -> Void])
  func `What may be the same object by another name is another cut`(
    observe: @Sendable (Derived) -> Void
  ) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = Derived()
      observe(object)
      return object
    }
    let path = report.leaks.first?.path
    #expect(path?.cuts.count == 2)
    #expect(Set(path?.cuts.map(\.fingerprint) ?? []).count == 2)
  }

  // MARK: Other objects of its type

  /// What the binary does not tell, and the source neither, is not said flatly.
  @Test(
    arguments: [
      { $0.storeClosureOfOther(.init()) }, { $0.storeClosureOfListedSelf() },
      { $0.storeClosureOfConstant() }, { $0.storeBeside(.init()) },
      { $0.storeWithWeakSelf(.init()) },
    ] as [@Sendable (Owner) -> Void])
  func `What is not called self is not told as self`(store: @Sendable (Owner) -> Void) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      store(trackForLeaks(Owner()))
    }
    let captures = report.leaks.compactMap { $0.suspect?.capture }
    #expect(captures.allSatisfy { !$0.isSelf || $0.isSelfByType })
  }

  // MARK: Stored methods

  final class Owner: ClassCounting {
    var handler: (() -> Void)?
    var count = 0

    func storeClosureOfOther(_ other: Owner) { other.handler = { other.count += 2 } }
    func storeClosureOfListedSelf() { handler = { [owner = self] in owner.count += 2 } }
    func storeClosureOfConstant() {
      let owner = self
      handler = { owner.count += 2 }
    }
    func storeBeside(_ other: Owner) {
      (handler, other.handler) = ({ [weak self] in self?.count += 2 }, { other.count += 4 })
    }
    func storeWithWeakSelf(_ other: Owner) {
      other.handler = { [weak self] in
        self?.count += 2
        other.count += 8
      }
    }

    func storeMethodOfValue() { handler = Value(owner: self).step }
    func storeMethodOfCase() { handler = Choice.one(self).step }
    func storeMethodOfProtocol() { handler = countThrice }
    func storeMethodOfHelper() { handler = Helper(owner: self).step }
    func storeOwn() { handler = step }
    func storeOwnByStaticFunction() { handler = Self.method(of: self) }

    private static func method(of owner: Owner) -> () -> Void { owner.step }
    private func step() { count += 1 }
  }

  private struct Value {
    let owner: Owner
    var width = 1

    func step() { owner.count += width }
  }

  private final class Helper {
    let owner: Owner
    init(owner: Owner) { self.owner = owner }

    func step() { owner.count += 1 }
  }

  private enum Choice {
    case one(Owner)

    func step() { if case .one(let owner) = self { owner.count += 1 } }
  }

  struct Storing: Sendable {
    var isSelf: Bool
    var store: @Sendable (Owner) -> Void
  }

  /// `[weak self]` can be said where the method of `self` is stored, in a method of its own.
  @Test(
    arguments: [
      Storing(isSelf: false) { $0.storeMethodOfValue() },
      Storing(isSelf: false) { $0.storeMethodOfCase() },
      Storing(isSelf: false) { $0.storeMethodOfHelper() },
      Storing(isSelf: true) { $0.storeMethodOfProtocol() },
      Storing(isSelf: true) { $0.storeOwn() },
      Storing(isSelf: false) { $0.storeOwnByStaticFunction() },
    ])
  func `A stored method has self where it is a method of self`(storing: Storing) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let owner = Owner()
      storing.store(owner)
      return owner
    }
    #expect(report.leaks.first?.suspect?.capture?.isSelf == storing.isSelf)
  }
}

extension SelfCaptureTests.Derived {
  func observe(with other: SelfCaptureTests.Derived) {
    handler = { self.count += other.count }
  }
  func observe(with other: SelfCaptureTests.Derived?) {
    handler = { self.count += other?.count ?? 0 }
  }
  func observe(with other: SelfCaptureTests.Base) { handler = { self.count += other.count } }
  func observe(with other: any SelfCaptureTests.ClassCounting) {
    handler = { self.count += other.count }
  }
  func observeWithVariable(_ other: SelfCaptureTests.Derived) {
    var variable: SelfCaptureTests.Derived? = other
    handler = {
      self.count += variable?.count ?? 0
      variable = variable.map { $0 }
    }
  }
}

extension SelfCaptureTests.ClassCounting {
  func countThrice() { count += 3 }
  func countInClass() { handler = { self.count += 1 } }
  func countInClass(adding step: Int) { handler = { self.count += step } }
}

extension SelfCaptureTests.Counting {
  func countAnywhere() { handler = { self.count += 1 } }
  func countAnywhere(adding step: Int) { handler = { self.count += step } }
}
