import CaseCatalogue
import Foundation
import LeakDetection
import LeakTesting
import Synchronization
import Testing

@Suite(.leakFree) struct RunTests {
  let recording = RecordingConsole()

  @Test func printsWhatPasses() async {
    #expect(await recording.run("run", "houses/*") == 0)
    #expect(
      recording.outputWithoutTimes == """
              chapter  case           variant     expected         observed         time
              houses   empty-house    left        deinitialized    deinitialized    0.000 s
              houses   haunted-house  leaking     leaked           leaked           0.000 s

        \(HauntedHouse.report.indented(by: 6))

              houses   haunted-house  exorcised   deinitialized    deinitialized    0.000 s
              houses   haunted-house  left-later  late by 0.000 s  late by 0.000 s  0.000 s

        4 passed, 0 failed

        """)
    #expect(recording.errors == "")
  }

  @Test func tellsWhatFails() async {
    #expect(await recording.run("run", catalogue: brokenCatalogue) == 1)
    defer { BrokenHouse.attic.withLock { $0 = nil } }
    #expect(
      recording.outputWithoutTimes == Self.failures)
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
                    "name" : "leaking",
                    "observed" : "leaked",
                    "passed" : true,
                    "path" : {
                      "advice" : "Try weak var on HauntedHouse.Ghost.house.",
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
                            "line" : 43,
                            "original" : "",
                            "replacement" : "weak "
                          }
                        ]
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
                          "line" : 43,
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
      recording.outputWithoutTimes == """
              chapter  case         variant  expected  observed         time
        FAIL  boats    sunken-boat  sinking  crashes   not observed     0.000 s

              The variant could not be observed: leakcases, the executable to run it in, was not found.


        0 passed, 1 failed

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
    let console = recording.console(capacity: 100)
    #expect(await recording.run("--format", format, console: console) == 2)
    #expect(
      recording.errors
        == "leakcases: cannot write to standard output: No space left on device\n")
  }

  static let failures = """
          chapter  case          variant          expected       observed         time
    FAIL  houses   broken-house  wrong-report     leaked         leaked           0.000 s

          The report differs.
          Expected:
            House stands.
          Observed:
    \(HauntedHouse.report.indented(by: 8))

    FAIL  houses   broken-house  gone             leaked         deinitialized    0.000 s

          Expected leaked, observed deinitialized.
          Expected:
            House leaked.

    FAIL  houses   broken-house  not-severed      held           held             0.000 s

          Severing the reference that the report blames did not free the object.

    FAIL  houses   broken-house  severing-throws  held           held             0.000 s

          Severing the reference threw Collapse().

    FAIL  houses   broken-house  throws           deinitialized  not observed     0.000 s

          The variant could not be observed: it threw Collapse().


    0 passed, 5 failed

    """
}
