// swift-tools-version: 6.2
import PackageDescription

let leakTesting = Target.Dependency.product(name: "LeakTesting", package: "swift-leak-testing")

/// The same tests, in targets of different settings.
let package = Package(
  name: "Shapes",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-leak-testing", path: "../../.."),
    .package(path: "Support"),
  ],
  targets: [
    .target(name: "CRuntime"),
    .target(name: "Engine"),
    .testTarget(
      name: "CxxTests", dependencies: ["Engine", leakTesting],
      swiftSettings: [.interoperabilityMode(.Cxx)]),
    // A library whose layout may change, as it is distributed in binary form.
    .target(name: "Jukebox", swiftSettings: [.unsafeFlags(["-enable-library-evolution"])]),
    .testTarget(name: "EvolvingTests", dependencies: ["CRuntime", "Jukebox", leakTesting]),
    // Subclasses of `XCTestCase` do not compile with these on Linux.
    .testTarget(
      name: "IsolatedTests", dependencies: [leakTesting],
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    .testTarget(
      name: "Mode5Tests", dependencies: [leakTesting], swiftSettings: [.swiftLanguageMode(.v5)]),
    // The kit is in a dynamic library.
    .testTarget(
      name: "SupportedTests",
      dependencies: [.product(name: "Support", package: "Support"), leakTesting]),
  ],
  cxxLanguageStandard: .cxx17
)
