// swift-tools-version: 6.2
import PackageDescription

/// The same program twice, the second without reflection metadata; and a malloc to run it on.
let package = Package(
  name: "Binaries",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "OtherAllocator", type: .dynamic, targets: ["OtherAllocator"])
  ],
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
    .target(name: "OtherAllocator"),
  ],
  swiftLanguageModes: [.v6]
)
