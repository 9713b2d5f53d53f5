import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Where a report says that its object was made: in the function that a person knows, and not in what that calls to make it.
@Suite(.slow, .disabled(if: isOptimized, "calls are inlined there"))
struct AllocationSiteTests {
  class Knot {
    var me: AnyObject?
    init() { me = self }
  }

  final class Box<Content>: Knot {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  final class Outer {
    final class Inner: Knot {}
  }

  /// What it makes has a cycle of its own.
  final class Garage {
    let number: Int
    init(at number: Int) {
      self.number = number
      _ = Knot()
    }
  }

  /// The places of the leaks that `body` makes.
  private static func sites(_ body: @Sendable () -> Void) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50), body)
    return report.leaks.map { leak in
      "\(leak.typeName): \(leak.created?.function ?? "nowhere")"
    }
  }

  private static func line(_ body: @Sendable () -> Void) async -> RetainPath.SourceLine? {
    await LeakDetector.detect(within: .milliseconds(50), body).leaks.first?.created?.line
  }

  @inline(never) private static func generic() { _ = Box(1) }

  @Test func ofAGenericType() async {
    #expect(
      await Self.sites { Self.generic() } == [
        "LeakDetectionTests.AllocationSiteTests.Box<Swift.Int>: AllocationSiteTests.generic()"
      ])
  }

  @inline(never) private static func nested() { _ = Outer.Inner() }

  @Test func ofANestedType() async {
    #expect(
      await Self.sites { Self.nested() } == [
        "LeakDetectionTests.AllocationSiteTests.Outer.Inner: AllocationSiteTests.nested()"
      ])
  }

  @inline(never) private static func local() {
    final class Local: Knot {}
    _ = Local()
  }

  @Test func ofALocalType() async {
    #expect(
      await Self.sites { Self.local() }.map { $0.split(separator: ": ").last } == [
        "AllocationSiteTests.local()"
      ])
  }

  @inline(never) private static func inAnInitializer() { _ = Garage(at: 1) }

  @Test func inAnInitializerOfAnotherType() async {
    #expect(
      await Self.sites { Self.inAnInitializer() } == [
        "LeakDetectionTests.AllocationSiteTests.Knot: AllocationSiteTests.Garage.init(at:)"
      ])
  }

  @inline(never) private static func callerOfMerged() { merged() }

  /// Code that several functions share has the name of one of them, which need not be the one that was called.
  @Test func inCodeThatSeveralFunctionsShare() async {
    #expect(
      await Self.sites { Self.callerOfMerged() } == [
        "LeakDetectionTests.AllocationSiteTests.Knot: AllocationSiteTests.callerOfMerged()"
      ])
  }

  @inline(never) private static func evaluated(_ knot: @autoclosure () -> Knot) { _ = knot() }
  @inline(never) private static func expression() { evaluated(Knot()) }
  private static let lineOfExpression = #line - 1

  @Test func inAnExpressionThatIsAClosure() async {
    #expect(
      await Self.sites { Self.expression() } == [
        "LeakDetectionTests.AllocationSiteTests.Knot: AllocationSiteTests.expression()"
      ])
    #expect(await Self.line { Self.expression() }?.line == Self.lineOfExpression)
  }

  /// A suite, which makes what its tests use.
  @Suite(.disabled("its tests have nothing to show")) struct Sample {
    let knot: Knot
    init(with knot: Knot = Knot()) { self.knot = knot }
    @Test func usesIt() { #expect(knot.me === knot) }
  }

  @inline(never) private static func suite() { _ = Sample() }

  @Test func inTheInitializerOfASuite() async {
    #expect(
      await Self.sites { Self.suite() } == [
        "LeakDetectionTests.AllocationSiteTests.Knot: AllocationSiteTests.suite()"
      ])
  }
}

/// Named as the optimiser names what it merged: `merged static AllocationSiteTests.other()`.
@_silgen_name("$s18LeakDetectionTests19AllocationSiteTestsV5otheryyFZTm")
@inline(never) private func merged() { _ = AllocationSiteTests.Knot() }
