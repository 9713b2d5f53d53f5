import LeakTesting
import Synchronization
import TestOrder
import Testing

@testable import LeakExplaining

/// A class that is checked to be `Sendable` has no variables: what is to be weak there stays a constant.
@Suite(
  .slow, .disabled(if: isOptimized, "optimised code does not tell where each class is written"))
struct SendableAdviceTests {
  private final class Parent: Sendable {
    let child = Mutex<Child?>(nil)
  }

  private final class Child: Sendable {
    let parent: Parent
    init(_ parent: Parent) { self.parent = parent }
  }

  private final class OptionalChild: Sendable {
    let parent: UncheckedParent?
    init(_ parent: UncheckedParent) { self.parent = parent }
  }

  private final class UncheckedParent: @unchecked Sendable {
    var children: [AnyObject] = []
  }

  private final class UncheckedChild: @unchecked Sendable {
    let parent: UncheckedParent?
    init(_ parent: UncheckedParent) { self.parent = parent }
  }

  private final class DescribedChild: CustomTestStringConvertible {
    let parent: UncheckedParent?
    init(_ parent: UncheckedParent) { self.parent = parent }
    var testDescription: String { "" }
  }

  private static func advice(_ report: LeakReport) -> [String]? {
    report.leaks.first?.path.map { [$0.advice] + $0.edits.map(\.replacement) }
  }

  /// What is advised on a parent that is not checked, and has such a child.
  private static func advice(
    on child: @Sendable (UncheckedParent) -> AnyObject
  ) async -> [String]? {
    await advice(
      LeakDetector.detect {
        let parent = UncheckedParent()
        parent.children = [child(parent)]
        return parent
      })
  }

  @Test func constantThatIsNotOptional() async {
    let report = await LeakDetector.detect {
      let parent = Parent()
      parent.child.withLock { $0 = Child(parent) }
      return parent
    }
    #expect(
      Self.advice(report) == [
        "SendableAdviceTests.Child.parent cannot be weak as it is declared. Try an optional weak let (Swift 6.3), or unowned if the SendableAdviceTests.Parent always outlives the SendableAdviceTests.Child."
      ])
  }

  @Test func constantThatIsOptional() async {
    #expect(
      await Self.advice(on: OptionalChild.init) == [
        "Try weak let (Swift 6.3) on SendableAdviceTests.OptionalChild.parent."
      ])
  }

  @Test func constantOfAClassThatIsNotChecked() async {
    #expect(
      await Self.advice(on: UncheckedChild.init) == [
        "Try weak var on SendableAdviceTests.UncheckedChild.parent.", "weak var",
      ])
  }

  @Test func constantOfAClassWithAProtocolOfAnotherFile() async {
    #expect(
      await Self.advice(on: DescribedChild.init) == [
        "Try weak var (in a Sendable class weak let, Swift 6.3) on SendableAdviceTests.DescribedChild.parent."
      ])
  }

  /// Only what the class says of itself counts, and what its protocols are derived from.
  @Test(arguments: [
    ("final class Child: Sendable {", true),
    (
      "final class Child<Event: Sendable>: Base<(Int) -> Void>, Sendable where Event: Error {", true
    ),
    ("final class Child<Event: Sendable> {", false),
    ("final class Child: Base<any Sendable> {", false),
    ("final class Child<Event>: Base where Event: Sendable {", false),
    ("final class Child: @unchecked Sendable {", false),
    ("@MainActor final class Child: Sendable {", false),
    ("@objc(Kid) @MainActor public final class Child: Sendable {", false),
    ("@objc(Kid) public final class Child: Sendable {", true),
    ("final class Outer { @MainActor var count = 0\n final class Child: Sendable {", true),
    ("@MainActor class Base {} \n final class Child: Sendable {", true),
    ("final class Config: Sendable {}\nactor Child {", false),
    ("protocol Service: Sendable {}\nfinal class Child: Service {", true),
    (
      "protocol Service: Failing {}\nprotocol Failing: Error {}\nfinal class Child: Service {", true
    ),
    // Of a class that is not final it is not checked.
    ("protocol Service: Failing {}\nprotocol Failing: Error {}\nclass Child: Service {", false),
    ("class Child: Sendable {", false), ("@Shop.MainActor final class Child: Sendable {", false),
    ("protocol Service: AnyObject {}\nfinal class Child: Service {", false),
    ("extension Child: @unchecked Sendable {}\nfinal class Child: Error {", false),
    ("extension Shop.Child: Sendable {}\nfinal class Child {", true),
    ("extension Shop: Sendable {}\nfinal class Child {", false),
    ("final class Child: Error {", true), ("final class Child: Swift.Error {", true),
  ]) func `What makes a class Sendable`(head: String, isSendable: Bool) {
    let source = SourceFiles.Source(sketch: "\(head) let parent: Parent? }")
    let name = source.tokens.tokens.firstIndex { $0.text == "parent" }
    #expect(PropertyDeclaration(source, nameAt: name)?.isInSendableType == isSendable)
  }

  /// A protocol of another file may be derived from `Sendable`.
  @Test(arguments: [
    ("final class Child: Service {", true), ("final class Child: Hashable, Codable {", false),
    ("final class Child: Parent, Service {", true), ("final class Child: NSObject {", false),
    ("class Base: Other {}\nfinal class Child: Base {", false),
    ("protocol Service: Other {}\nfinal class Child: Service {", true),
    ("final class Child: Service, Sendable {", false), ("class Child: Service {", false),
    ("final class Child: Service, @unchecked Sendable {", false),
    ("@MainActor final class Child: Service {", false), ("actor Child: Service {", false),
  ]) func `What may make a class Sendable`(head: String, mayBe: Bool) {
    let source = SourceFiles.Source(sketch: "\(head) let parent: Parent? }")
    let name = source.tokens.tokens.firstIndex { $0.text == "parent" }
    #expect(PropertyDeclaration(source, nameAt: name)?.mayBeSharedConstant() == mayBe)
  }

  /// A class that is checked has no superclass but `NSObject`.
  @Test(arguments: [
    (["Shop.Child"], true), (["Shop.Child", "Foundation.NSObject"], true),
    (["Shop.Child", "Shop.Base"], false), (["Shop.Own", "Shop.Child"], true),
    (["Shop.Own", "Shop.Child", "Shop.Base", "Foundation.NSObject"], false),
  ]) func `A superclass tells that a class is not checked`(classes: [String], mayBe: Bool) {
    let source = SourceFiles.Source(sketch: "final class Child: Service { let parent: Parent? }")
    let name = source.tokens.tokens.firstIndex { $0.text == "parent" }
    #expect(
      PropertyDeclaration(source, nameAt: name)?.mayBeSharedConstant(inOneOf: classes) == mayBe)
  }

  private class Base {}

  private final class DerivedChild: Base, CustomTestStringConvertible {
    let parent: UncheckedParent?
    init(_ parent: UncheckedParent) { self.parent = parent }
    var testDescription: String { "" }
  }

  @Test func constantOfADerivedClass() async {
    #expect(
      await Self.advice(on: DerivedChild.init) == [
        "Try weak var on SendableAdviceTests.DerivedChild.parent.", "weak var",
      ])
  }
}
