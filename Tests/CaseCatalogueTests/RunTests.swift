import Foundation
import LeakCatalogue
import LeakDetection
import LeakTesting
import Synchronization
import Testing

@Suite(.leakFree) struct RunTests {
  let recording = RecordingConsole()

  @Test func printsWhatPasses() async {
    #expect(await recording.run("run", "houses", "boats/*/floating") == 0)
    #expect(
      recording.output == """
        ✓ houses/empty-house    deinitialized: left
        ✓ houses/haunted-house  leaked: leaking; deinitialized: exorcised; late: left-later

        ✓ boats/sunken-boat  deinitialized: floating

        3 cases, 5 variants: 5 passed, 0 failed

        """)
    #expect(recording.errors == "")
  }

  @Test func printsEveryReportWhenVerbose() async {
    #expect(await recording.run("run", "houses", "--verbose") == 0)
    #expect(
      recording.outputWithoutTimes == """
        ✓ houses/empty-house/left  deinitialized  0.000 s
        ✓ houses/haunted-house/leaking  leaked  0.000 s

        \(HauntedHouse.report.indented(by: 4))

        ✓ houses/haunted-house/exorcised  deinitialized  0.000 s
        ✓ houses/haunted-house/left-later  late by 0.000 s  0.000 s

        2 cases, 4 variants: 4 passed, 0 failed

        """)
    #expect(recording.errors == "")
  }

  /// Names stand on the line where there is room for them.
  @Test func fitsATerminal() async {
    let console = recording.console(style: TextStyle(isColored: true, width: 51))
    #expect(await recording.run("run", "houses", console: console) == 0)
    #expect(
      recording.output.replacing("\u{1B}", with: "^") == """
        ^[32m✓^[0m houses/empty-house    ^[32mdeinitialized^[0m: left
        ^[32m✓^[0m houses/haunted-house  1 ^[33mleaked^[0m, 1 ^[32mdeinitialized^[0m, 1 ^[36mlate^[0m

        2 cases, 4 variants: ^[32m4 passed, 0 failed^[0m

        """)
  }

  @Test(arguments: ["always", "never", "auto"], [true, false])
  func hasColorsWhereAskedFor(choice: String, isColored: Bool) async {
    let console = recording.console(style: TextStyle(isColored: isColored))
    #expect(
      await recording.run("run", "boats/*/floating", "--color", choice, console: console) == 0)
    let expected = choice == "always" || (choice == "auto" && isColored)
    #expect(recording.output.contains("\u{1B}[32m✓\u{1B}[0m") == expected)
    #expect(recording.output.contains("\u{1B}") == expected)
  }

  @Test func tellsWhatFails() async {
    #expect(await recording.run("run", catalogue: brokenCatalogue) == 1)
    defer { BrokenHouse.attic.withLock { $0 = nil } }
    #expect(
      recording.output == Self.failures + Self.closing)
  }

  @Test func tellsWhatFailsAgainInTheEnd() async {
    let houses = Catalogue(chapters: [
      Catalogue.Chapter("Houses", [BrokenHouse.self, EmptyHouse.self])
    ])
    #expect(await recording.run("run", "*/gone", "*/left", catalogue: houses) == 1)
    let failure = "FAIL houses/broken-house/gone: Expected leaked, observed deinitialized."
    #expect(
      recording.output == """
        ✗ houses/broken-house  1 of 1 not as expected

        \(failure)
          Expected:
            House leaked.

        ✓ houses/empty-house   deinitialized: left

        \(failure)
        2 cases, 2 variants: 1 passed, 1 failed

        """)
  }

  @Test func tellsWhatFailsWhenVerbose() async {
    let houses = Catalogue(chapters: [
      Catalogue.Chapter("Houses", [BrokenHouse.self, EmptyHouse.self])
    ])
    #expect(await recording.run("-v", "run", "*/throws", "*/left", catalogue: houses) == 1)
    let failure =
      "FAIL houses/broken-house/throws: The variant could not be observed: it threw Collapse()."
    #expect(
      recording.outputWithoutTimes == """
        \(failure)

        ✓ houses/empty-house/left  deinitialized  0.000 s

        \(failure)
        2 cases, 2 variants: 1 passed, 1 failed

        """)
  }

  @Test func writesJSON() async {
    #expect(await recording.run("run", "--format", "json", "houses/haunted-house/leaking") == 0)
    #expect(
      recording.output.replacing(/"seconds" : [0-9.e-]+/, with: #""seconds" : 0"#)
        .replacing(URL(filePath: #filePath).deletingLastPathComponent().path, with: "…") == """
          {
            "cases" : [
              {
                "chapter" : "Houses",
                "id" : "houses/haunted-house",
                "question" : "Does a house go while its ghost keeps it?",
                "source" : {
                  "author" : "A. Ghost",
                  "scenarios" : [
                    "haunting",
                    "nonHaunting"
                  ],
                  "title" : "On houses"
                },
                "variants" : [
                  {
                    "expected" : "leaked",
                    "fingerprint" : "8a19709e",
                    "name" : "leaking",
                    "observed" : "leaked",
                    "passed" : true,
                    "path" : {
                      "advice" : "Try weak var on HauntedHouse.Ghost.house.",
                      "fingerprint" : "8a19709e",
                      "pattern" : "mutual-references",
                      "references" : [
                        {
                          "confidence" : "exact",
                          "label" : ".ghost",
                          "source" : "CaseCatalogueTests.HauntedHouse.House",
                          "target" : "CaseCatalogueTests.HauntedHouse.Ghost"
                        },
                        {
                          "confidence" : "exact",
                          "label" : ".house",
                          "source" : "CaseCatalogueTests.HauntedHouse.Ghost",
                          "target" : "CaseCatalogueTests.HauntedHouse.House"
                        }
                      ],
                      "remedy" : {
                        "action" : "declareWeak",
                        "edits" : [
                          {
                            "column" : 5,
                            "file" : "…/SampleCatalogue.swift",
                            "line" : 49,
                            "original" : "",
                            "replacement" : "weak "
                          }
                        ],
                        "place" : {
                          "file" : "SampleCatalogue.swift",
                          "isApproximate" : false,
                          "line" : 49
                        },
                        "subject" : "HauntedHouse.Ghost.house"
                      },
                      "start" : "CaseCatalogueTests.HauntedHouse.House",
                      "steps" : [
                        {
                          "confidence" : "exact",
                          "kind" : "property",
                          "owner" : "CaseCatalogueTests.HauntedHouse.House",
                          "path" : "ghost",
                          "target" : "CaseCatalogueTests.HauntedHouse.Ghost"
                        },
                        {
                          "confidence" : "exact",
                          "file" : "SampleCatalogue.swift",
                          "isApproximate" : false,
                          "kind" : "property",
                          "line" : 49,
                          "owner" : "CaseCatalogueTests.HauntedHouse.Ghost",
                          "path" : "house",
                          "target" : "CaseCatalogueTests.HauntedHouse.House"
                        }
                      ],
                      "suspect" : 1
                    },
                    "seconds" : 0
                  }
                ]
              }
            ],
            "schemaVersion" : 1
          }

          """)
  }

  @Test func writesFailuresAsJSON() async {
    #expect(
      await recording.run(
        "--format=json", "run", "houses/broken-house/gone", catalogue: brokenCatalogue) == 1)
    #expect(
      recording.output.replacing(/"seconds" : [0-9.e-]+/, with: #""seconds" : 0"#) == """
        {
          "cases" : [
            {
              "chapter" : "Houses",
              "id" : "houses/broken-house",
              "question" : "What is wrong?",
              "source" : null,
              "variants" : [
                {
                  "expected" : "leaked",
                  "failure" : "Expected leaked, observed deinitialized.",
                  "name" : "gone",
                  "observed" : "deinitialized",
                  "passed" : false,
                  "path" : null,
                  "seconds" : 0
                }
              ]
            }
          ],
          "schemaVersion" : 1
        }

        """)
  }

  @Test func failsWhereNoExecutableIsFound() async {
    #expect(await recording.run("run", "boats/sunken-boat/sinking") == 1)
    #expect(
      recording.output == """
        ✗ boats/sunken-boat  1 of 1 not as expected

        FAIL boats/sunken-boat/sinking: The variant could not be observed: leakcases, the executable to run it in, was not found.

        1 case, 1 variant: 0 passed, 1 failed

        """)
  }

  @Test func suggestsTheRunThatWasLeftOut() async {
    #expect(await recording.run("houses") == 2)
    #expect(await recording.run("streets") == 2)
    #expect(
      recording.errors == """
        leakcases: unknown command 'houses'; did you mean 'run houses'?
        leakcases: unknown command 'streets'; see swift run leakcases --help

        """)
  }

  @Test func showsProgressOnATerminal() async {
    let console = recording.console(showsProgress: true)
    #expect(await recording.run("houses/empty-house", console: console) == 2)
    #expect(await recording.run("run", "houses/empty-house", console: console) == 0)
    #expect(
      recording.errors == """
        leakcases: unknown command 'houses/empty-house'; did you mean 'run houses/empty-house'?
        \r\u{1B}[K1 of 1: houses/empty-house/left\r\u{1B}[K
        """)
  }

  @Test(arguments: ["text", "json"])
  func stopsWhenTheOutputIsFull(format: String) async {
    let console = recording.console(capacity: 50)
    #expect(await recording.run("--format", format, console: console) == 2)
    #expect(
      recording.errors
        == "leakcases: cannot write to standard output: No space left on device\n")
  }

  /// What was seen until then decides.
  @Test func saysNothingWhenTheReaderGoes() async {
    let console = recording.console(capacity: 10, fullness: .readerGone)
    #expect(await recording.run("run", "houses", console: console) == 0)
    #expect(await recording.run("run", "*/gone", catalogue: brokenCatalogue, console: console) == 1)
    #expect(await recording.run("list", console: console) == 0)
    #expect(recording.errors == "")
  }

  static let failures = """
    ✗ houses/broken-house  5 of 5 not as expected

    FAIL houses/broken-house/wrong-report: The report differs.
      Expected:
        House stands.
      Observed:
    \(HauntedHouse.report.indented(by: 4))

    FAIL houses/broken-house/gone: Expected leaked, observed deinitialized.
      Expected:
        House leaked.

    FAIL houses/broken-house/not-severed: Severing the reference that the report blames did not free the object.

    FAIL houses/broken-house/severing-throws: Severing the reference threw Collapse().

    FAIL houses/broken-house/throws: The variant could not be observed: it threw Collapse().

    """

  static let closing = "\n1 case, 5 variants: 0 passed, 5 failed\n"
}
