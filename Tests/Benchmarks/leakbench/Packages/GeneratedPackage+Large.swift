import Foundation

extension GeneratedPackage {
  /// A program that is large when it is built for debugging, leaks, and prints the milliseconds that its first report
  /// took, and later ones.
  static func large(in folder: URL) -> GeneratedPackage {
    var files = [
      "Package.swift": """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Large",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "kit", path: "\(PackageBuilder.kit.path)")],
        targets: [
          .executableTarget(
            name: "large", dependencies: [.product(name: "LeakDetection", package: "kit")])
        ]
      )
      """,
      "Sources/large/Main.swift": """
      import LeakDetection

      final class Player {
        var onFinish: (() -> Void)?
        private var plays = 0

        func play() {
          onFinish = { self.rewind() }
        }

        private func rewind() { plays += 1 }
      }

      final class Shelf {
        nonisolated(unsafe) static var shared = Shelf()
        var players: [Player] = []
      }

      @main enum Large {
        static func main() {
          leak()
          keep()
        }

        /// What the variables of the program keep is read.
        static func keep() {
          for _ in 0..<12 {
            let clock = ContinuousClock()
            var start = clock.now
            let report = LeakDetector.detectBlocking(within: .nanoseconds(1)) {
              Shelf.shared.players = [Player()]
              start = clock.now
            }
            let time = clock.now - start
            precondition(report.leaks.isEmpty, report.description)
            print(Double(time.components.attoseconds) / 1e15)
          }
        }

        static func leak() {
          for _ in 0..<12 {
            let clock = ContinuousClock()
            var start = clock.now
            let report = LeakDetector.detectBlocking {
              Player().play()
              start = clock.now
            }
            let text = report.description
            let time = clock.now - start
            precondition(text.contains("Main.swift:8"), text)
            print(Double(time.components.attoseconds) / 1e15)
          }
        }
      }
      """,
    ]
    for file in 0..<24 {
      files["Sources/large/Model\(file).swift"] = (0..<27).map { model("\(file)_\($0)") }
        .joined(separator: "\n")
    }
    return GeneratedPackage("Large", in: folder, files: files)
  }

  /// A type with much that the compiler writes.
  private static func model(_ name: String) -> String {
    """
    struct Model\(name): Codable, Hashable {
      var name: String
      var number: Int
      var weight: Double?
      var tags: [String]
      var links: [String: Int]
      var isOpen: Bool

      func renamed() -> [Model\(name)] {
        tags.map { tag in
          var copy = self
          copy.name = tag
          copy.links = links.filter { $0.value > number }.mapValues { $0 + 1 }
          return copy
        }
        .sorted { $0.name < $1.name }
      }
    }
    """
  }
}
