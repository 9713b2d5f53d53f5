// swift-tools-version: 6.2
import PackageDescription

/// The same program twice, the second without reflection metadata; a malloc and a C library to run it
/// on; and one whose classes are in a dynamic library.
let package = Package(
  name: "Binaries",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "OtherAllocator", type: .dynamic, targets: ["OtherAllocator"]),
    .library(name: "OtherCLibrary", type: .dynamic, targets: ["OtherCLibrary"]),
  ],
  dependencies: [
    .package(name: "swift-leak-testing", path: "../../.."),
    .package(path: "Decks"),
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
    .executableTarget(
      name: "studio",
      dependencies: [
        .product(name: "Decks", package: "Decks"),
        .product(name: "LeakDetection", package: "swift-leak-testing"),
      ],
      path: "Sources/Studio"),
    .target(name: "OtherAllocator"),
    .target(name: "OtherCLibrary"),
  ],
  swiftLanguageModes: [.v6]
)
