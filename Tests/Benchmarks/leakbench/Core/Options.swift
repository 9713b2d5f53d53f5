/// What the command line asks for.
package struct Options: Sendable, Hashable {
  /// Everything is small, and prints in seconds.
  package var isQuick = false
  /// Whether benchmarks that build packages run, too.
  package var buildsPackages = false
  /// The file that the report is written to as JSON.
  package var json: String?
  /// A part of the names of the benchmarks to run; all when it is `nil`.
  package var filter: String?
  package var wantsHelp = false

  package static let usage = """
    Measures what the kit costs, each number against its baseline in the same run.

    Usage:
      swift run -c release leakbench [OPTIONS]

    Options:
      --quick         everything small: runs, prints, and means little
      --packages      build packages, too: suites, sanitizers, build times (many minutes)
      --filter NAME   only the benchmarks whose names contain NAME: \(names)
      --json FILE     write the report as JSON, too
      --help          print this

    Exit code: 0 whatever was measured, 2 when something could not be done.

    """

  private static var names: String { Benchmarks.all.map { $0.name }.joined(separator: ", ") }

  /// Reads a command line, without the name of the executable.
  ///
  /// - Throws: ``UsageError`` for what is unknown, missing or out of place.
  package init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
        throw UsageError("option '\(option)' needs a value")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--packages": buildsPackages = true
      case "--json": json = try value(of: argument)
      case "--filter": filter = try value(of: argument)
      case "--help", "-h": wantsHelp = true
      default:
        let kind = argument.hasPrefix("-") ? "option" : "argument"
        throw UsageError("unknown \(kind) '\(argument)'; --help lists the options")
      }
    }
    if !wantsHelp { try checkFilter() }
  }

  /// The benchmarks to run.
  var benchmarks: [any Benchmark.Type] {
    matching.filter { buildsPackages || !$0.buildsPackages }
  }

  private var matching: [any Benchmark.Type] {
    Benchmarks.all.filter { benchmark in
      filter.map { benchmark.name.contains($0.lowercased()) } ?? true
    }
  }

  private func checkFilter() throws(UsageError) {
    guard let filter, benchmarks.isEmpty else { return }
    throw matching.isEmpty
      ? UsageError("no benchmark is called '\(filter)'; there are \(Self.names)")
      : UsageError("'\(filter)' builds packages: say --packages, too")
  }
}

/// A command line that cannot be understood: one sentence.
package struct UsageError: Error, Hashable {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }
}
