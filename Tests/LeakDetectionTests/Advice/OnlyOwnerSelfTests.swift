import LeakTesting
import Testing

@testable import LeakExplaining

/// A closure that alone keeps its own `self`, where the check has named another object.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct OnlyOwnerSelfTests {
  private final class Engine {
    var onTick: (() -> Void)?
  }

  private final class Logger {
    let engine: Engine
    var ticks = 0

    init(_ engine: Engine) { self.engine = engine }
    func start() { engine.onTick = { self.ticks += 1 } }
  }

  private static func wire(_ engine: Engine) { Logger(engine).start() }

  private static let weakSelf =
    "Try [weak self] in the closure at OnlyOwnerSelfTests.swift:18. The OnlyOwnerSelfTests.Logger keeps the OnlyOwnerSelfTests.Engine that stores it."

  @Test func `Who called the method need not have it any more`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let engine = Engine()
      Self.wire(engine)
      return engine
    }
    #expect(
      report.leaks.first?.path?.advice
        == Self.weakSelf + " If nothing else keeps the OnlyOwnerSelfTests.Logger, try an optional "
        + "weak var, or unowned, on OnlyOwnerSelfTests.Logger.engine instead.")
  }

  @Test func `What the check has named it had`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let logger = Logger(Engine())
      logger.start()
      return logger
    }
    #expect(report.leaks.first?.path?.advice == Self.weakSelf)
  }
}
