// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Advice",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-leak-testing", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "advice",
      dependencies: [
        "Signals", .product(name: "LeakDetection", package: "swift-leak-testing"),
      ]),
    .target(name: "Signals"),
  ],
  swiftLanguageModes: [.v6]
)
