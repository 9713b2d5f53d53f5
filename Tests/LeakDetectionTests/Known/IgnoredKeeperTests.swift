import Foundation
import LeakDetection
import TestOrder
import Testing

/// What is ignored explains what it keeps, also where the test has named that.
@Suite(.slow) struct IgnoredKeeperTests {
  final class Item: Sendable {}
  final class Cache: Sendable {
    let item: Item
    init(_ item: Item) { self.item = item }
  }

  @inline(never)
  private static func keep(_ cache: Cache) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 600) { withExtendedLifetime(cache) {} }
  }

  @Test(arguments: [true, false])
  func `A named object that only an ignored one keeps`(isIgnored: Bool) async {
    let report = await LeakDetector.detect(
      within: .milliseconds(50), ignoring: isIgnored ? [.type(Cache.self)] : []
    ) {
      Self.keep(Cache(trackForLeaks(Item())))
    }
    #expect(
      report.leaks.map(\.typeName)
        == (isIgnored ? [] : ["LeakDetectionTests.IgnoredKeeperTests.Cache"]))
  }
}
