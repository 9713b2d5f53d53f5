import ChildProcess
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
    for alternative in try alternatives(extent) {
      do {
        section.measurements += try await compare(
          [alternative.plain, alternative.tool], "debug, \(alternative.name) without the kit",
          rounds: extent(alternative.rounds, quick: 1), target: nil)
      } catch {
        section.notes.append("Under \(alternative.name) the suite did not run to its end.")
        FileHandle.standardError.write(Data("\(alternative.name): \(error)\n".utf8))
      }
    }
    return section
  }

  /// The suite that does not know the kit, under what finds leaks in it otherwise.
  private static func alternatives(
    _ extent: Extent
  ) throws -> [(name: String, plain: Tool, tool: Tool, rounds: Int)] {
    let plain = try extent.packages.build(GeneratedPackage.suite(.plain), .debug)
    let address = try extent.packages.build(GeneratedPackage.suite(.plain), .address)
    var alternatives = [
      ("AddressSanitizer", plain: program(of: plain), tool: program(of: address), rounds: 11)
    ]
    if ChildProcess.tool("valgrind") != nil {
      // Valgrind 3.19 stops where libdispatch puts the main thread to sleep, which Swift Testing lets it do.
      let suite = try extent.packages.build(GeneratedPackage.suite(.plainXCTest), .debug)
      let arguments = ["--leak-check=full", suite.program(), "--testing-library", "xctest"]
      alternatives.append(
        (
          "valgrind (XCTest)", plain: program(of: suite, "xctest"),
          tool: Tool("valgrind", arguments: arguments), rounds: 3
        ))
    }
    return alternatives
  }

  private static func leakFree(
    _ configuration: PackageBuilder.Configuration, _ extent: Extent
  ) async throws -> [Measurement] {
    let plain = try extent.packages.build(GeneratedPackage.suite(.plain), configuration)
    let checked = try extent.packages.build(GeneratedPackage.suite(.checked), configuration)
    return try await compare(
      [program(of: plain), program(of: checked)], "\(configuration.rawValue), .leakFree",
      rounds: extent(31, quick: 1), target: .ratio(configuration == .debug ? 1.2 : 1.1))
  }

  private static func program(
    of build: PackageBuilder.Build, _ library: String = "swift-testing"
  ) -> Tool {
    Tool(build.program(), "--testing-library", library)
  }

  /// Both programs in turn: from start to end, and the CPU time, which other work on the machine changes
  /// less.
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
      ("time", \.seconds), ("CPU time", \.processorSeconds),
    ]
    return times.map { kind, time in
      Measurement(
        "\(name), \(kind)",
        Comparison(rounds: endings.map { $0.map { time($0) * 1000 } }), unit: "ms",
        against: "plain", target: target)
    }
  }
}
