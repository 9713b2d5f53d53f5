import LeakCatalogue
import LeakTesting
import Testing

@Suite(.leakFree) struct SelectionTests {
  @Test(arguments: [
    (
      [],
      [
        "houses/empty-house/left", "houses/haunted-house/leaking",
        "houses/haunted-house/exorcised", "houses/haunted-house/left-later",
        "boats/sunken-boat/sinking", "boats/sunken-boat/floating",
      ]
    ),
    (["boats"], ["boats/sunken-boat/sinking", "boats/sunken-boat/floating"]),
    (["boats/*"], ["boats/sunken-boat/sinking", "boats/sunken-boat/floating"]),
    (["*/sunken-*/f*g"], ["boats/sunken-boat/floating"]),
    (
      ["*-house"],
      [
        "houses/empty-house/left", "houses/haunted-house/leaking", "houses/haunted-house/exorcised",
        "houses/haunted-house/left-later",
      ]
    ),
    (["*-house/l*t*e*"], ["houses/haunted-house/left-later"]),
    (
      ["*ing", "*/empty-house"],
      [
        "houses/empty-house/left", "houses/haunted-house/leaking", "boats/sunken-boat/sinking",
        "boats/sunken-boat/floating",
      ]
    ),
    (["houses/empty-house"], ["houses/empty-house/left"]),
    (
      [
        "houses/haunted-house/exorcised", "houses/empty-house/left",
        "houses/haunted-house/exorcised",
      ],
      ["houses/empty-house/left", "houses/haunted-house/exorcised"]
    ),
  ])
  func selects(ids: [String], expected: [String]) throws {
    let selection = try sampleCatalogue.selection(of: ids)
    #expect(selection.flatMap { entry in entry.variants.map(entry.id(of:)) } == expected)
  }

  @Test(arguments: [
    ("houses/empty-hose", "houses/empty-house"),
    ("house/*", "houses/*"),
    ("hauntd-house", "houses/haunted-house"),
    ("boat", "boats"),
    ("baots", "boats"),
    ("boats/sunken-boat/sinkin", "boats/sunken-boat/sinking"),
    ("boats/empty-house", "houses/empty-house"),
    ("", nil),
    ("*zeppelin", nil),
    ("boats/zeppelin", nil),
    ("houses/empty-house/burning-down", nil),
    ("raft", nil),
  ])
  func suggestsOnlyWhatIsNear(id: String, nearest: String?) {
    #expect(throws: UnknownID(id: id, nearest: nearest)) {
      try sampleCatalogue.selection(of: [id])
    }
  }

  @Test func suggestsNothingFromAnEmptyCatalogue() {
    #expect(throws: UnknownID(id: "a/b", nearest: nil)) {
      try Catalogue(chapters: []).selection(of: ["a/b"])
    }
  }
}
