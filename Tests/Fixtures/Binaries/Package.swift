// swift-tools-version: 6.2
import PackageDescription

/// The same program twice, the second without reflection metadata.
let package = Package(
  name: "Binaries",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-leak-testing", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "player",
      dependencies: [.product(name: "LeakDetection", package: "swift-leak-testing")],
      path: "Sources/Player"),
    .executableTarget(
      name: "opaque",
      dependencies: [.product(name: "LeakDetection", package: "swift-leak-testing")],
      path: "Sources/Opaque",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
  ],
  swiftLanguageModes: [.v6]
)
