import Foundation
import Testing

/// None of the kinds gets lost: those that are tested are those of the roll, `Kinds.txt` in this folder.
struct KindRollTests {
  private static let families: [(name: String, kinds: [Kind])] = [
    ("stored property", StoredPropertyTests.kinds),
    ("existential", ExistentialTests.kinds),
    ("enumeration", EnumTests.kinds),
    ("collection", CollectionTests.kinds),
    ("property storage", PropertyStorageTests.kinds),
    ("noncopyable", NoncopyableTests.kinds),
    ("untyped memory", UntypedMemoryTests.kinds),
    ("unread", UnreadKindTests.kinds),
    ("generic type", GenericTypeTests.kinds),
    ("closure", ClosureTests.kinds),
    ("captured type", CapturedTypeTests.kinds),
    ("function", FunctionTests.kinds),
    ("generic closure", GenericClosureTests.kinds),
    ("block", BlockTests.kinds),
    ("dispatch", DispatchTests.kinds),
    ("Foundation", FoundationTests.kinds),
    ("Foundation storage", FoundationStorageTests.kinds),
    ("URL session", URLSessionTests.kinds),
    ("concurrency", ConcurrencyTests.kinds),
    ("task", TaskTests.kinds),
  ]

  @Test func testedKindsAreThoseOfTheRoll() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Kinds.txt")
    let roll = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let tested = Self.families.flatMap { family in family.kinds.map { "\(family.name): \($0.id)" } }
    #expect(Set(tested).count == tested.count)
    #expect(Set(tested).subtracting(roll).sorted() == [], "not on the roll")
    #expect(Set(roll).subtracting(tested).sorted() == [], "not tested")
    print("kinds: \(tested.count) in \(Self.families.count) families")
  }
}
