import Foundation

/// What was written for a seed, and what the kit has to say of it.
struct Manifest: Codable {
  struct Test: Codable {
    let number: Int
    let framework: Framework
    /// The name of the function, without the word `test`.
    let name: String
    let file: String
    let scenes: [String]
    let plant: String?
    let telling: Plant.Telling?
    /// What the names of the planted leak's types end in.
    let plantMark: String?
  }

  let seed: UInt64
  let tests: [Test]

  init(seed: UInt64, tests: [Test]) {
    self.seed = seed
    self.tests = tests
  }

  init(readingFrom file: String) throws {
    self = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: file))
  }
}
