import Foundation

extension GeneratedPackage {
  /// A test with as many cases as the environment variable `CASES` says, which are all on their way at once, each with objects that
  /// live while it is suspended. The process prints its peak of memory, in kilobytes.
  static func scale(in folder: URL) -> GeneratedPackage {
    GeneratedPackage(
      "Scale", in: folder,
      files: [
        "Package.swift": manifest(ofTestsCalled: "Scale"),
        "Tests/ScaleTests/ScaleTests.swift": """
        import Foundation
        import LeakTesting
        import Testing

        final class Item {
          let number: Int
          var next: Item?
          init(_ number: Int) { self.number = number }
        }

        private let cases: Range<Int> = {
          atexit {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            print("PEAK", line.filter(\\.isNumber))
          }
          return 0..<(Int(ProcessInfo.processInfo.environment["CASES"] ?? "") ?? 0)
        }()

        @Suite(.leakFree) struct ScaleTests {
          @Test(arguments: cases) func works(_ number: Int) async {
            let items = (0..<10).map { Item(number + $0) }
            for index in 1..<10 { items[index - 1].next = items[index] }
            await Task.yield()
            #expect(items.map(\\.number).reduce(0, +) == 10 * number + 45)
          }
        }
        """,
      ])
  }
}
