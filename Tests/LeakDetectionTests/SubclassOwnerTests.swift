import LeakTesting
import Testing

@testable import LeakExplaining

/// A part of a class that is derived from its owner's: that it initializes its superclass does not make it the owner. In an optimised
/// build both initializers are one.
@Suite struct SubclassOwnerTests {
  private class Coordinator {
    var children: [Coordinator] = []
    var parent: Coordinator?

    func start(_ child: Coordinator) {
      children.append(child)
      child.parent = self
    }
  }

  private final class Login: Coordinator {}

  @Test func `The property that leads back is at fault`() async throws {
    let report = await LeakDetector.detect {
      let coordinator = trackForLeaks(Coordinator())
      coordinator.start(Login())
    }
    let path = try #require(report.leaks.first?.path)
    #expect(path.steps[path.suspect].property?.path == "parent")
    #expect(
      path.advice.replacing("SubclassOwnerTests.", with: "")
        == "Try weak var on Coordinator.parent.")
  }
}
