// swift-tools-version: 6.2
import PackageDescription

// A package that the consumer's depends on.
let package = Package(
  name: "Radio",
  products: [.library(name: "Radio", targets: ["Radio"])],
  targets: [.target(name: "Radio")],
  swiftLanguageModes: [.v6]
)
