import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Whether a property of a generic type can be weak: only where the declaration requires a class.
@Suite(.leakFree) struct GenericPropertyTests {
  class Tenant: Living, Plain {
    var house: AnyObject
    init(_ house: AnyObject) { self.house = house }
  }
  final class Cat: Tenant {}
  protocol Living: AnyObject {}
  protocol Plain {}

  final class AnyHouse<Content> { var content: Content? }
  final class PlainHouse<Content: Plain> { var content: Content? }
  final class ObjectHouse<Content: AnyObject> { var content: Content? }
  final class LivingHouse<Content: Living> { var content: Content? }
  final class TenantHouse<Content: Tenant> { var content: Content? }
  final class SecondHouse<First, Content: AnyObject> {
    var content: Content?
    var first: First?
  }
  final class SecondAnyHouse<First: AnyObject, Content> { var content: Content? }

  /// A house and its tenant, which refer to one another.
  struct Home: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let canBeWeak: Bool
    let make: @Sendable () -> Void

    init<House: AnyObject>(
      _ house: @autoclosure @escaping @Sendable () -> House, _ canBeWeak: Bool,
      _ content: @escaping @Sendable (House, Cat) -> Void
    ) {
      testDescription = "\(House.self)"
      self.canBeWeak = canBeWeak
      make = {
        let house = house()
        content(house, Cat(house))
        // An object of which nobody knows may be optimised away.
        trackForLeaks(house)
      }
    }
  }

  static let homes = [
    Home(AnyHouse<Cat>(), false) { $0.content = $1 },
    Home(PlainHouse<Cat>(), false) { $0.content = $1 },
    Home(ObjectHouse<Cat>(), true) { $0.content = $1 },
    Home(LivingHouse<Cat>(), true) { $0.content = $1 },
    Home(TenantHouse<Cat>(), true) { $0.content = $1 },
    Home(SecondHouse<Int, Cat>(), true) { $0.content = $1 },
    Home(SecondAnyHouse<Cat, Cat>(), false) { $0.content = $1 },
  ]

  @Test(.slow, arguments: homes) func canBeWeak(_ home: Home) async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50), home.make)
    let path = try #require(report.leaks.first?.path)
    let content = try #require(path.steps.first { $0.property?.path == "content" })
    #expect(content.target?.hasSuffix(".Cat") == true)
    #expect(path.advice.contains("Try weak var on") || path.pattern == "generic-property")
    #expect((path.pattern == "generic-property") == !home.canBeWeak)
  }
}
