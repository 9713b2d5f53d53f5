import Foundation

/// Writes a package with a suite of tests.
struct GenerateCommand {
  let seed: UInt64
  let count: Int
  /// How many of them have a leak; of every shape ten in 2000 tests, and at least one, if that is not said.
  var leaks: Int?
  /// Whether the suite has nothing of the kit's: the same tests, for other tools.
  var isPlain = false
  /// Where the package is written.
  let folder: String
  /// The kit's own package.
  let kit: String
  /// The package with the parts that scenes use.
  let parts: String

  private static let testsPerFile = 20

  func run() throws {
    var randomness = Randomness(seed: seed)
    let plants = planted(&randomness)
    var swiftTesting: [GeneratedTest] = []
    var xctest: [GeneratedTest] = []
    for number in 0..<count {
      let any: Framework = randomness.chance(65) ? .swiftTesting : .xctest
      let framework = plants[number]?.scene.only ?? any
      let test = GeneratedTest(
        number: number, framework: framework, plant: plants[number], randomness: &randomness)
      if framework == .swiftTesting { swiftTesting.append(test) } else { xctest.append(test) }
    }
    try? FileManager.default.removeItem(atPath: folder + "/Tests")
    var tests: [Manifest.Test] = []
    tests += try write(swiftTesting, into: "StressTests") {
      SuiteFile($0, name: $1, isPlain: isPlain).swiftTesting
    }
    tests += try write(xctest, into: "StressXCTests") {
      SuiteFile($0, name: $1, isPlain: isPlain).xctest
    }
    if isPlain {
      for target in ["StressTests", "StressXCTests"] {
        try write(SuiteFile.withoutKit, to: "Tests/\(target)/WithoutKit.swift")
      }
    }
    try write(package, to: "Package.swift")
    try Manifest(seed: seed, tests: tests).write(to: folder + "/manifest.json")
  }

  /// Which test has which leak.
  private func planted(_ randomness: inout Randomness) -> [Int: Plant] {
    let all: [Plant]
    if let leaks {
      // What a global keeps is a leak only where a test says that it is one.
      let shapes = Plant.cycles + Plant.waiting
      all = (0..<leaks).map { shapes[$0 % shapes.count] }
    } else {
      let each = max(1, count * 10 / 2000)
      all = Plant.all.flatMap { Array(repeating: $0, count: each) }
    }
    let numbers = Array(0..<count).shuffled(using: &randomness)
    return Dictionary(uniqueKeysWithValues: zip(numbers, all))
  }

  private func write(
    _ tests: [GeneratedTest], into target: String,
    _ text: (ArraySlice<GeneratedTest>, String) -> String
  ) throws -> [Manifest.Test] {
    var written: [Manifest.Test] = []
    for start in stride(from: 0, to: tests.count, by: Self.testsPerFile) {
      let part = tests[start..<min(start + Self.testsPerFile, tests.count)]
      let name = "Suite\(start / Self.testsPerFile)"
      let file = "Tests/\(target)/\(name).swift"
      try write(text(part, name), to: file)
      written += part.map { test in
        Manifest.Test(
          number: test.number, framework: test.framework, name: test.name, file: file,
          scenes: test.scenes, plant: test.plant?.scene.name, telling: test.plant?.telling,
          plantMark: test.plantMark)
      }
    }
    return written
  }

  private func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: folder).appendingPathComponent(file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private var package: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let parts: [Target.Dependency] = [
      \(isPlain ? "" : #".product(name: "LeakTesting", package: "swift-leak-testing"),"#)
      .product(name: "StressParts", package: "Stress"),
    ]

    let package = Package(
      name: "StressSuite",
      platforms: [.macOS(.v15)],
      dependencies: [
        \(isPlain ? "" : #".package(name: "swift-leak-testing", path: "\#(kit)"),"#)
        .package(name: "Stress", path: "\(parts)"),
      ],
      targets: [
        .testTarget(name: "StressTests", dependencies: parts),
        .testTarget(name: "StressXCTests", dependencies: parts),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }
}
