import Foundation

/// What the kit adds to the builds of a package that uses it.
enum LeanBenchmark: Benchmark {
  static let name = "lean"
  static let buildsPackages = true

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("Building")
    section.measurements.append(
      Measurement("this package from clean, debug", try kitFromClean(), unit: "s"))
    for configuration in [PackageBuilder.Configuration.debug, .release] {
      let builds = try [GeneratedPackage.SuiteKind.plain, .checked].map {
        try extent.packages.build(GeneratedPackage.suite($0), configuration)
      }
      section.measurements.append(
        Measurement(
          "a package with 500 tests from clean, \(configuration.rawValue)",
          Comparison(rounds: [builds.map(\.seconds)]), unit: "s", against: "without the kit"))
      if configuration == .debug {
        section.measurements.append(try await incremental(builds, rounds: extent(3, quick: 1)))
      }
      let sizes = try builds.map { try megabytes(of: $0.program()) }
      section.measurements.append(
        Measurement(
          "its tests' binary, \(configuration.rawValue)", Comparison(rounds: [sizes]), unit: "MB",
          against: "without the kit"))
    }
    return section
  }

  /// One of the test files is changed, and the package built again.
  private static func incremental(
    _ builds: [PackageBuilder.Build], rounds: Int
  ) async throws -> Measurement {
    var round = 0
    let comparison = try await Comparison(of: builds, rounds: rounds) { build in
      round += 1
      try build.package.touch(GeneratedPackage.testFile(round % 25), round: round)
      return try build.package.build(build.configuration)
    }
    return Measurement(
      "the same after a change to a test, debug", comparison, unit: "s",
      against: "without the kit")
  }

  /// How long this package takes to build, with its cases and command lines but without its tests.
  private static func kitFromClean() throws -> Double {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "leakbench-clean-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    return try Tool(
      "swift", "build", "--scratch-path", scratch.path, in: PackageBuilder.kit
    ).succeed().seconds
  }

  private static func megabytes(of file: String) throws -> Double {
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    return Double((attributes[.size] as? Int) ?? 0) / 1e6
  }
}
