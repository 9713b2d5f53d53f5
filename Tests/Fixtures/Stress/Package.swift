// swift-tools-version: 6.2
import PackageDescription

// The suite itself is a package that `stress generate` writes.
let package = Package(
  name: "Stress",
  platforms: [.macOS(.v15)],
  products: [.library(name: "StressParts", targets: ["StressParts"])],
  targets: [
    .executableTarget(name: "stress"),
    // What the generated tests use as an application uses its own libraries.
    .target(name: "StressParts"),
  ],
  swiftLanguageModes: [.v6]
)
