import LeakDetection
import Testing

@testable import LeakExplaining

/// Objects that are not in a cycle, and that no root reaches either.
@Suite struct GarbageTests {
  final class Controller {
    var handler: (() -> Void)?
    var model: Model?
  }

  final class Model {}

  /// A model whose controller is in a cycle that the model does not reach.
  @inline(never)
  private static func retainedSurvivors() -> Model {
    let (controller, model) = (Controller(), Model())
    controller.model = model
    controller.handler = { withExtendedLifetime(controller) {} }
    return model
  }

  @Test func `What a cycle drags along is told by the cycle`() async {
    var report = LeakReport(leaks: [])
    var model: Leak? { report.leaks.first { $0.typeName.hasSuffix(".Model") } }
    // A thread that runs another test may have a word left that leads to the cycle.
    for _ in 0..<10 where model?.path == nil {
      report = await LeakDetector.detect(within: .milliseconds(1)) { Self.retainedSurvivors() }
    }
    guard let leak = model, let path = leak.path else {
      Issue.record("\(report)")
      return
    }
    #expect(path.start == "LeakDetectionTests.GarbageTests.Controller")
    #expect(
      path.approach
        == RetainPath.Approach(
          start: "LeakDetectionTests.GarbageTests.Controller",
          steps: [
            .property(
              RetainPath.Step.Property(
                owner: "LeakDetectionTests.GarbageTests.Controller", path: "model",
                target: "LeakDetectionTests.GarbageTests.Model"))
          ]))
    #expect(
      leak.description.hasPrefix(
        "GarbageTests.Model leaked: 1 instance is kept alive by a retain cycle of 2 strong references "
          + "that it is not part of."))
  }
}
