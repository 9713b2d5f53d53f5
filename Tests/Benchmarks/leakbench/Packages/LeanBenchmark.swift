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
      let name = configuration.rawValue
      let isDebug = configuration == .debug
      section.measurements += rows(
        "a package with 500 tests from clean, \(name)",
        Comparison(rounds: [builds.map(\.ending.seconds)]), unit: "s")
      section.measurements += rows(
        "the same in CPU time, \(name)",
        Comparison(rounds: [builds.map(\.ending.processorSeconds)]), unit: "s",
        most: isDebug ? 30 : nil)
      if isDebug {
        section.measurements += rows(
          "the same after a change to a test, \(name)",
          try await incremental(builds, rounds: extent(3, quick: 1)), unit: "s", most: 0.5)
      }
      let sizes = try builds.map { try strippedMegabytes(of: $0.program()) }
      section.measurements += rows(
        "its tests' binary, stripped, \(name)", Comparison(rounds: [sizes]), unit: "MB", most: 6)
    }
    return section
  }

  /// What was measured against the same without the kit, and where it is to add no more than `most`, how much that is.
  private static func rows(
    _ name: String, _ comparison: Comparison, unit: String, most: Double? = nil
  ) -> [Measurement] {
    let whole = Measurement(name, comparison, unit: unit, against: "without the kit")
    guard let most else { return [whole] }
    let added = comparison.rounds.map { $0[1] - $0[0] }.median
    return [
      whole, Measurement("what the kit adds to that", added, unit: unit, target: .most(most)),
    ]
  }

  /// One of the test files is changed, and the package built again.
  private static func incremental(
    _ builds: [PackageBuilder.Build], rounds: Int
  ) async throws -> Comparison {
    var round = 0
    return try await Comparison(of: builds, rounds: rounds) { build in
      round += 1
      try build.package.touch(GeneratedPackage.testFile(round % 25), round: round)
      return try build.package.build(build.configuration).seconds
    }
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

  /// How large a binary is without symbols and what is for debuggers.
  private static func strippedMegabytes(of file: String) throws -> Double {
    let stripped = file + ".stripped"
    defer { try? FileManager.default.removeItem(atPath: stripped) }
    try Tool("llvm-objcopy", "--strip-all", file, stripped).succeed()
    let attributes = try FileManager.default.attributesOfItem(atPath: stripped)
    return Double((attributes[.size] as? Int) ?? 0) / 1e6
  }
}
