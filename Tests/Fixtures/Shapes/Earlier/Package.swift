// swift-tools-version: 5.9
import PackageDescription

/// A package whose manifest is older than the kit's, and in the language mode of Swift 5.
let package = Package(
  name: "Earlier",
  platforms: [.macOS("15.0")],
  dependencies: [.package(name: "swift-leak-testing", path: "../../../..")],
  targets: [
    .testTarget(
      name: "EarlierTests",
      dependencies: [.product(name: "LeakTesting", package: "swift-leak-testing")])
  ]
)
