// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Jukebox",
  targets: [
    .target(name: "Jukebox"),
    .testTarget(name: "JukeboxTests", dependencies: ["Jukebox"]),
  ]
)
