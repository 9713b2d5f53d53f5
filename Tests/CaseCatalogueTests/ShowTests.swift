import Foundation
import LeakCatalogue
import LeakTesting
import Testing

@Suite(.leakFree) struct ShowTests {
  let recording = RecordingConsole()

  @Test func showsThePageWithTheCodeFound() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.file.utf8).write(to: folder.appending(path: "HauntedHouse.swift"))
    #expect(await recording.run("show", "houses/haunted-house", "--sources", folder.path) == 0)
    #expect(
      recording.output == """
        # Does a house go while its ghost keeps it?

        Houses · `houses/haunted-house`

        ## The code

        ```swift
        \(Self.code)
        ```

        Lines are counted in \(folder.appending(path: "HauntedHouse.swift").path).

        ## The verdicts

        `leaking`: leaked

        \(HauntedHouse.report.indented(by: 4))

        `exorcised`: deinitialized

        `left-later`: late

        ## Why

        The house keeps the ghost,
        and the ghost keeps the house.

        ## The fix

        Let the ghost hold the house weakly.

        ## The source

        A. Ghost, *On houses*: `haunting`, `nonHaunting`

        """)
  }

  /// A file that says everything a page tells.
  static let file = #"""
    import LeakCatalogue

    /// A house with a ghost in it.
    public enum HauntedHouse: Case {
      public static let id = "houses/haunted-house"
      public static let question =
        "Does a house go while its ghost keeps it?"

      final class House {
        let why = """
          Not a part of the page.
          """
      }

      public static var variants: [Variant] {
        [
          .leaking(
            "leaking",
            report: """
              House leaked.

              Try.
              """,
            // The name is gone.
            optimized: """
              House leaked.
              """
          ) {
            House()
          },
        ]
      }

      public static let why = """
        The house keeps the ghost, \
        and the ghost keeps the house.
        """
      public static let fix = "Move."

      public static let source: Source? = Source(
        author: "A. Ghost", title: "On houses",
        scenarios: ["haunting"]
      )
    }

    """#

  /// What is left of it.
  static let code = #"""
    import LeakCatalogue

    /// A house with a ghost in it.
    public enum HauntedHouse: Case {
      final class House {
        let why = """
          Not a part of the page.
          """
      }

      public static var variants: [Variant] {
        [
          .leaking(
            "leaking",
            report: "…",
            // The name is gone.
            optimized: "…"
          ) {
            House()
          },
        ]
      }
    }
    """#

  @Test func breaksProseForATerminal() async {
    let console = recording.console(style: TextStyle(width: 30))
    #expect(await recording.run("show", "boats/sunken-boat/sinking", console: console) == 0)
    #expect(
      recording.output == """
        # What happens to a boat that
        sinks?

        Boats · `boats/sunken-boat`

        ## The code

        The case's file was not found
        at /nowhere/SunkenBoat.swift.
        Name the folder of the cases
        with --sources DIR.

        ## The verdicts

        `sinking`: crashes

            Fatal error: boat 0x… sank

        ## Why

        It is under water.

        ## The fix

        Stay ashore.

        ## The source

        B. Sailor, *On boats*

        """)
  }

  @Test func breaksNoDrawing() {
    let style = TextStyle(width: 20)
    #expect(
      style.wrapped(
        """
        House leaked: it is kept.

            ╭→ House, which keeps what keeps it
            A line that is indented goes on below itself.
              averyveryverylongwordthatdoesnotfit at all
        """) == """
          House leaked: it is
          kept.

              ╭→ House, which keeps what keeps it
              A line that is
              indented goes on
              below itself.
                averyveryverylongwordthatdoesnotfit
                at all
          """)
  }

  @Test func saysWhereItLookedForTheCode() async {
    #expect(await recording.run("show", "houses/empty-house/left", "boats/sunken-boat") == 0)
    #expect(
      recording.output == """
        # Does an empty house go?

        Houses · `houses/empty-house`

        ## The code

        The case's file was not found at /nowhere/EmptyHouse.swift. Name the folder of the cases with --sources DIR.

        ## The verdicts

        `left`: deinitialized

        ## Why

        Nobody is in it.

        ## The fix

        Nothing to fix.

        # What happens to a boat that sinks?

        Boats · `boats/sunken-boat`

        ## The code

        The case's file was not found at /nowhere/SunkenBoat.swift. Name the folder of the cases with --sources DIR.

        ## The verdicts

        `sinking`: crashes

            Fatal error: boat 0x… sank

        `floating`: deinitialized

        ## Why

        It is under water.

        ## The fix

        Stay ashore.

        ## The source

        B. Sailor, *On boats*

        """)
  }

  @Test func saysBothPlacesUnderSources() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(await recording.run("show", "houses/empty-house", "--sources", folder.path) == 0)
    let text = """
      The case's file was not found at \(folder.path)/nowhere/EmptyHouse.swift or \
      \(folder.path)/EmptyHouse.swift. Name the folder of the cases with --sources DIR.
      """
    // Where the lines end depends on how long the folder's path is.
    let words = recording.output.split(whereSeparator: \.isWhitespace)
    #expect(words.contains(text.split(whereSeparator: \.isWhitespace)))
  }

  @Test func wantsAFolderOfSources() async {
    #expect(await recording.run("show", "houses/empty-house", "--sources", "/else/where") == 2)
    #expect(recording.output == "")
    #expect(
      recording.errors
        == "leakcases: there is no folder '/else/where': --sources names the one that the cases' files are in\n"
    )
  }
}
