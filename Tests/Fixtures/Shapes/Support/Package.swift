// swift-tools-version: 5.9
import PackageDescription

/// What several test targets share, in a dynamic library that is linked with the kit.
let package = Package(
  name: "Support",
  platforms: [.macOS("15.0")],
  products: [.library(name: "Support", type: .dynamic, targets: ["Support"])],
  dependencies: [.package(name: "swift-leak-testing", path: "../../../..")],
  targets: [
    .target(
      name: "Support",
      dependencies: [.product(name: "LeakTesting", package: "swift-leak-testing")])
  ]
)
