import CaseCatalogue
import Foundation
import LeakTesting
import Testing

@Suite(.leakFree) struct ShowTests {
  let recording = RecordingConsole()

  @Test func showsThePageWithTheCodeFound() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("let house = House()\n".utf8).write(to: folder.appending(path: "HauntedHouse.swift"))
    #expect(await recording.run("show", "houses/haunted-house", "--sources", folder.path) == 0)
    #expect(
      recording.output == """
        # Does a house go while its ghost keeps it?

        Houses · `houses/haunted-house`

        ## The code

        ```swift
        let house = House()
        ```

        ## The verdicts

        `leaking`: leaked

        \(HauntedHouse.report.indented(by: 4))

        `exorcised`: deinitialized

        `left-later`: late by 0.020 s

        ## Why

        The house keeps the ghost,
        and the ghost keeps the house.

        ## The fix

        Let the ghost hold the house weakly.

        ## The source

        A. Ghost, *On houses*: `haunting`, `nonHaunting`

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

  @Test func saysBothPlacesUnderSources() async {
    #expect(await recording.run("show", "houses/empty-house", "--sources", "/else/where") == 0)
    #expect(
      recording.output.contains(
        """
        The case's file was not found at /else/where/nowhere/EmptyHouse.swift or \
        /else/where/EmptyHouse.swift. Name the folder of the cases with --sources DIR.

        """))
  }
}
