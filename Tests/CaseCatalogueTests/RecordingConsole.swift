import LeakCatalogue
import Synchronization

/// A console that keeps what is printed.
final class RecordingConsole: Sendable {
  private let texts = Mutex((output: "", errors: ""))

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  /// The output with every time replaced by `0.000 s`.
  var outputWithoutTimes: String { output.replacing(/\d+\.\d\d\d s/, with: "0.000 s") }

  /// The console, which can take `capacity` characters of output before `fullness` is thrown.
  func console(
    showsProgress: Bool = false, style: TextStyle = TextStyle(), capacity: Int = .max,
    fullness: OutputError = .failed(reason: "No space left on device")
  ) -> Console {
    Console(
      output: { text throws(OutputError) in
        let isFull = self.texts.withLock {
          $0.output += text
          return $0.output.count > capacity
        }
        if isFull { throw fullness }
      },
      errors: { text in self.texts.withLock { $0.errors += text } },
      showsProgress: showsProgress, style: style)
  }

  /// Does what the arguments ask of `catalogue`.
  func run(
    _ arguments: String..., catalogue: Catalogue = sampleCatalogue, console: Console? = nil
  ) async -> Int32 {
    await LeakCases.run(
      arguments, catalogue: catalogue,
      runner: CaseRunner(crashes: nil, settlingGrace: .milliseconds(10)),
      console: console ?? self.console())
  }
}
