import BenchmarkWorkloads
import Foundation

/// Measures what the kit costs.
///
///     leakbench [--quick] [--packages] [--filter NAME] [--json FILE]
///
/// Prints a table in Markdown. Asserts nothing about time: targets stand beside what was measured.
@main enum LeakBench {
  static func main() async {
    _ = ResourceUse.atLaunch
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if try await ChildTasks.perform(arguments) { return }
      try await run(Options(parsing: arguments))
    } catch let error as UsageError {
      fail(error.text)
    } catch {
      fail("\(error)")
    }
  }

  private static func run(_ options: Options) async throws {
    if options.wantsHelp { return print(Options.usage, terminator: "") }
    let extent = Extent(isQuick: options.isQuick)
    defer { extent.packages.removeAll() }
    var report = Report(machine: .current())
    // What one cannot measure does not lose what the others have.
    var failures: [String] = []
    for benchmark in options.benchmarks {
      FileHandle.standardError.write(Data("measuring: \(benchmark.name)\n".utf8))
      do {
        let section = try await benchmark.measure(extent)
        report.sections.append(section)
        print(section.markdown)
        fflush(nil)
      } catch {
        failures.append("\(benchmark.name): \(error)")
      }
    }
    report.machine.loadAfter = Machine.load
    print(report.machine.line)
    if let file = options.json { try report.write(to: file) }
    if !failures.isEmpty { throw BenchmarkError(failures.joined(separator: "\n")) }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("leakbench: \(text)\n".utf8))
    exit(2)
  }
}
