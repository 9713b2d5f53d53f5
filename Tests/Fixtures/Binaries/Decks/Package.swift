// swift-tools-version: 6.2
import PackageDescription

/// A dynamic library, optimized: a type that only a closure captures has no metadata.
let package = Package(
  name: "Decks",
  products: [.library(name: "Decks", type: .dynamic, targets: ["Decks"])],
  targets: [.target(name: "Decks", swiftSettings: [.unsafeFlags(["-O"])])],
  swiftLanguageModes: [.v6]
)
