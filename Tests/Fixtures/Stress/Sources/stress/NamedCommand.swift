import Foundation

/// Counts the tests that another tool's report of leaks names: by a function or a type of theirs.
struct NamedCommand {
  /// The suite's package.
  let folder: String
  /// The report.
  let file: String

  /// Prints how many of the tests with a planted leak are named, of those whose objects nobody reaches and of those whose
  /// objects something waits with, and how many other tests are.
  func run() throws {
    let manifest = try Manifest(readingFrom: folder + "/manifest.json")
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    // Test 123 is called `playsSong0123`, and its types are called such as `Deck0123a`, mangled or not.
    let names = text.matches(of: /[A-Z][a-z]+(\d{4})(?:[a-z]|\(|y)/)
    let named = Set(names.compactMap { Int($0.1) })
    let planted = manifest.tests.filter { $0.plant != nil }
    let found = planted.filter { named.contains($0.number) }
    let cycles = Set(Plant.cycles.map(\.scene.name))
    let isCycle = { (test: Manifest.Test) in cycles.contains(test.plant ?? "") }
    let others = named.subtracting(planted.map(\.number)).intersection(manifest.tests.map(\.number))
    print(
      "\(found.count(where: isCycle)) of \(planted.count(where: isCycle)) cycles,",
      "\(found.count { !isCycle($0) }) of \(planted.count { !isCycle($0) }) that wait,",
      "\(others.count) other tests")
  }
}
