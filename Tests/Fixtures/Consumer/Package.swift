// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-leak-testing", path: "../../.."),
    .package(path: "Radio"),
  ],
  targets: [
    .target(name: "Jukebox"),
    // A leak of each kind.
    .target(name: "Mishaps"),
    // Types with the names of the kit's.
    .target(name: "Namesakes"),
    .target(name: "Cases"),
    // Checks where no test is.
    .executableTarget(
      name: "outside",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // Tests that something else than SwiftPM runs.
    .executableTarget(
      name: "ownmain",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // Without tests: objects that are watched.
    .executableTarget(
      name: "watching",
      dependencies: [
        "Jukebox", .product(name: "LeakDetection", package: "swift-leak-testing"),
      ]),
    // Statements at the top level of a file, in each language mode.
    .executableTarget(
      name: "script5",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "script6",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // Base classes of test cases, in a module of their own.
    .target(
      name: "StageTesting",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    .testTarget(
      name: "JukeboxTests",
      dependencies: [
        "Jukebox", .product(name: "Radio", package: "Radio"),
        .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    .testTarget(
      name: "JukeboxXCTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    .testTarget(
      name: "JukeboxLeakFreeTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // The same with public classes, and with extensions of the target's own.
    .testTarget(
      name: "JukeboxPublicTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // All of a target, in Swift Testing.
    .testTarget(
      name: "JukeboxSuiteTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    .testTarget(
      name: "JukeboxKnownTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // Without any check.
    .testTarget(
      name: "JukeboxBareTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    .testTarget(
      name: "MishapTests",
      dependencies: [
        "Mishaps", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    .testTarget(
      name: "NamesakeTests",
      dependencies: [
        "Cases", "Namesakes", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
    // What a target has before it moves over, and after. Such targets are seldom in the language mode of Swift 6 yet.
    .testTarget(
      name: "JukeboxMovingTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "JukeboxStageTests", dependencies: ["Jukebox", "StageTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
