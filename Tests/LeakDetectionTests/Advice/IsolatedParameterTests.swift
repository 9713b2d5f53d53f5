import LeakTesting
import Testing

@testable import LeakExplaining

// The compiler of Swift 6.2 ends at such a closure.
#if compiler(>=6.3)
  /// A closure is isolated to its parameter, and not to the actor in whose method it is written.
  @Suite(.disabled(if: isOptimized, "edits need what an unoptimised build tells of captures"))
  struct IsolatedParameterTests {
    private actor Counter {
      private let log = Log()
      private var onTick: ((isolated Counter) -> Void)?
      private var count = 0

      func start() {
        onTick = { counter in
          counter.count += 1
          self.log.note()
        }
      }
    }

    private final class Log: Sendable {
      func note() {}
    }

    @Test func `It assumes nothing`() async {
      let report = await LeakDetector.detect {
        let counter = Counter()
        await counter.start()
        return counter
      }
      let path = report.leaks.first?.path
      #expect(path?.edits.contains { $0.replacement.contains("assumeIsolated") } == false)
      #expect(
        path?.edits.map(\.replacement)
          == ["[weak self] ", "guard let self else { return }\n          "])
    }
  }
#endif
