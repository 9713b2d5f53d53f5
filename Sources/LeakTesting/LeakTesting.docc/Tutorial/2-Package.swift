// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Jukebox",
  dependencies: [
    .package(url: "https://github.com/…/swift-leak-testing", from: "0.1.0")
  ],
  targets: [
    .target(name: "Jukebox"),
    .testTarget(
      name: "JukeboxTests",
      dependencies: [
        "Jukebox",
        .product(name: "LeakTesting", package: "swift-leak-testing"),
      ]),
  ]
)
