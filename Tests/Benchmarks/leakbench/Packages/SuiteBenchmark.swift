import Foundation

/// What 500 small tests cost with `.leakFree`, and with what a user would take instead.
enum SuiteBenchmark: Benchmark {
  static let name = "suite"
  static let buildsPackages = true

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("A suite of 500 small tests")
    for configuration in [PackageBuilder.Configuration.debug, .release] {
      section.measurements += try await leakFree(configuration, extent)
    }
    let plain = try extent.packages.build(GeneratedPackage.suite(isChecked: false), .debug)
    let address = try extent.packages.build(GeneratedPackage.suite(isChecked: false), .address)
    section.measurements += try await compare(
      [program(of: plain), program(of: address)], "debug, AddressSanitizer without the kit",
      rounds: extent(11, quick: 1), target: nil)
    if Tool.isInstalled("valgrind") {
      let valgrind = Tool(
        "valgrind",
        arguments: ["--leak-check=full", plain.program(), "--testing-library", "swift-testing"])
      section.measurements += try await compare(
        [program(of: plain), valgrind], "debug, valgrind without the kit",
        rounds: extent(3, quick: 1), target: nil)
    } else {
      section.notes.append("valgrind is not installed here.")
    }
    return section
  }

  private static func leakFree(
    _ configuration: PackageBuilder.Configuration, _ extent: Extent
  ) async throws -> [Measurement] {
    let plain = try extent.packages.build(GeneratedPackage.suite(isChecked: false), configuration)
    let checked = try extent.packages.build(GeneratedPackage.suite(isChecked: true), configuration)
    return try await compare(
      [program(of: plain), program(of: checked)], "\(configuration.rawValue), .leakFree",
      rounds: extent(31, quick: 1), target: .ratio(1.15))
  }

  private static func program(of build: PackageBuilder.Build) -> Tool {
    Tool(build.program(), "--testing-library", "swift-testing")
  }

  /// Both programs in turn: from start to end, and the processors' time, which other work on the machine
  /// changes less.
  private static func compare(
    _ programs: [Tool], _ name: String, rounds: Int, target: Target?
  ) async throws -> [Measurement] {
    let endings = try await Comparison.interleave(programs, rounds: rounds) { program in
      let ending = try program.succeed()
      guard ending.output.contains("500 tests") else {
        throw BenchmarkError("not all of the 500 tests ran:\n\(ending.output.suffix(2000))")
      }
      return ending
    }
    let times: [(String, (Tool.Ending) -> Double)] = [
      ("time", \.seconds), ("processors' time", \.processorSeconds),
    ]
    return times.map { kind, time in
      Measurement(
        "\(name), \(kind)",
        Comparison(rounds: endings.map { $0.map { time($0) * 1000 } }), unit: "ms",
        against: "plain", target: target)
    }
  }
}
