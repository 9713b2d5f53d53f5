// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-leak-testing", path: "../../..")
  ],
  targets: [
    .target(name: "Jukebox"),
    .testTarget(
      name: "JukeboxTests",
      dependencies: [
        "Jukebox", .product(name: "LeakTesting", package: "swift-leak-testing"),
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
  ],
  swiftLanguageModes: [.v6]
)
