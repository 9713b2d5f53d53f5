import LeakTesting
import Testing

/// What an `AnyHashable` keeps is told without the fields that it keeps it in.
@Suite struct AnyHashableTests {
  private final class Tag: Hashable {
    var others: Set<AnyHashable> = []
    var first: AnyHashable?

    static func == (left: Tag, right: Tag) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private static func steps(_ link: (Tag) -> Void) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      // Nothing else could see it, and it would be optimised away.
      link(trackForLeaks(Tag()))
    }
    return report.leaks.first?.path?.steps.map(\.description) ?? []
  }

  @Test func aMemberOfASet() async {
    #expect(
      await Self.steps { $0.others = [AnyHashable($0)] } == [
        ".others[member]: AnyHashableTests.Tag"
      ])
  }

  @Test func aProperty() async {
    #expect(
      await Self.steps { $0.first = AnyHashable($0) } == [".first: AnyHashableTests.Tag"])
  }
}
