import Foundation
import Testing

@testable import LeakExplaining

/// Parts and owners that another file of the package uses.
struct OtherFileTests {
  private static let model = """
    class House {
      func open(_ use: Int) {}
      func add() -> Int { 1 }
      lazy var door = Door(self)
    }
    class Door: Opening {
      let house: House
      init(_ house: House) { self.house = house }
    }
    enum Shed {
      class Hatch {
        let shed: House
      }
      fileprivate class Flap {
        let shed: House
      }
    }
    """

  /// The declaration of a property in the model, in a package that has another file with this text.
  private static func withEdit<Result>(
    ofProperty name: String, at line: Int, beside text: String, file: String = "Sources/Use.swift",
    _ use: (PropertyEdit?) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appending(path: "Sources/Model.swift")
    let other = folder.appending(path: file)
    for place in [model, other] {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try Data().write(to: folder.appending(path: "Package.swift"))
    try Data(Self.model.utf8).write(to: model)
    try Data(text.utf8).write(to: other)
    let source = SourceFiles.Source(
      path: model.path(percentEncoded: false), Data(Self.model.utf8), changedAt: 0)
    return try use(PropertyEdit(source, property: name, inTypeAt: line))
  }

  @Test(arguments: [
    ("class Screen { let door: Door }", "Sources/Use.swift", false),
    ("class Screen { let door: Door }", "Tests/Use.swift", false),
    ("class Screen { let door: Door }", ".build/Use.swift", true),
    ("class Screen { let door: Door }", "Sources/Use.txt", true),
    ("func door() -> Door { House().door }", "Sources/Use.swift", false),
    ("class Screen { let way: any Opening }", "Sources/Use.swift", false),
    (
      "class House { var door = 1 }; func use(_ house: House) -> Int { house.door }",
      "Sources/Use.swift", true
    ),
    ("struct House {}; class Screen { let way: any Opening }", "Sources/Use.swift", false),
    (
      "class House { var door = 1 }; func use(_ house: House) -> Any { let d: Door = house.door; return d }",
      "Sources/Use.swift", false
    ),
    ("class Screen { let way: any OpeningTime }", "Sources/Use.swift", true),
    (
      "func use(_ house: House) { let d = house.door; f = { d.open() } }", "Sources/Use.swift",
      false
    ),
    ("func use(_ house: House) { house.door.open() }", "Sources/Use.swift", true),
    ("func use(_ door: Door) {}", "Sources/Use.swift", true),
    ("let door = 1", "Sources/Use.swift", true),
  ]) func `A part that another file has`(text: String, file: String, isEdited: Bool) throws {
    let isOffered = try Self.withEdit(ofProperty: "house", at: 6, beside: text, file: file) {
      $0?.unowned(inOneOf: ["Shop.Door"], of: ["Shop.House"], as: "door") != nil
    }
    #expect(isOffered == isEdited)
  }

  /// A type in another one is called by both names, and one that is private by nobody.
  @Test(arguments: [
    ("shed", 11, "Hatch", "let hatch: Shed.Hatch", false),
    ("shed", 11, "Hatch", "let hatch: Hatch", true),
    ("shed", 14, "Flap", "let flap: Shed.Flap", true),
  ]) func `A nested one`(
    property: String, line: Int, type: String, text: String, isEdited: Bool
  ) throws {
    let isOffered = try Self.withEdit(ofProperty: property, at: line, beside: text) {
      $0?.unowned(inOneOf: ["Shop.\(type)"], of: ["Shop.House"]) != nil
    }
    #expect(isOffered == isEdited)
  }

  @Test(arguments: [("House().add()", false), ("house.add()", false), ("House().door", true)])
  func `An owner that another file makes for its part`(use: String, isMade: Bool) throws {
    let mayKeep = try Self.withEdit(ofProperty: "house", at: 6, beside: "func f() { \(use) }") {
      $0?.mayKeepOwner(inOneOf: ["Shop.Door"], owners: ["Shop.House"])
    }
    #expect(mayKeep == isMade)
  }
}
