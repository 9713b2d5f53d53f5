import Foundation

extension GeneratedPackage {
  /// So many tests in parallel, each with an object that goes 30 to 60 ms after it, and a table of `boxes` objects that is made
  /// before them.
  static func crowd(of tests: Int, boxes: Int) -> (URL) -> GeneratedPackage {
    { folder in
      GeneratedPackage(
        "Crowd", in: folder,
        files: [
          "Package.swift": manifest(ofTestsCalled: "Crowd"),
          "Tests/CrowdTests/CrowdTests.swift": """
          import LeakTesting
          import Testing

          final class Box: Sendable {
            let number: Int
            init(_ number: Int) { self.number = number }
          }

          final class Registry: Sendable {
            static let shared = Registry()
            let boxes = Dictionary(uniqueKeysWithValues: (0..<\(boxes)).map { ($0, Box($0)) })
          }

          actor Worker {
            private var hits = 0

            nonisolated func start(_ milliseconds: Int) {
              Task {
                try? await Task.sleep(for: .milliseconds(milliseconds))
                await self.hit()
              }
            }

            private func hit() { hits += Registry.shared.boxes.count }
          }

          /// The table is there before the first test is.
          private let numbers = 0..<(Registry.shared.boxes.isEmpty ? 0 : \(tests))

          @Suite(.leakFree) struct CrowdTests {
            @Test(arguments: numbers) func works(_ number: Int) { Worker().start(30 + number % 31) }
          }
          """,
        ])
    }
  }
}
