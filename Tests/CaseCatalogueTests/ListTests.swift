import CaseCatalogue
import LeakTesting
import Testing

@Suite(.leakFree) struct ListTests {
  let recording = RecordingConsole()

  @Test func listsAsText() async {
    #expect(await recording.run("list") == 0)
    #expect(
      recording.output == """
        Houses

          houses/empty-house
          Does an empty house go?
            left        deinitialized

          houses/haunted-house
          Does a house go while its ghost keeps it?
            leaking     leaked
            exorcised   deinitialized
            left-later  late by 0.020 s

        Boats

          boats/sunken-boat
          What happens to a boat that sinks?
            sinking     crashes
            floating    deinitialized

        """)
    #expect(recording.errors == "")
  }

  @Test func listsAsJSON() async {
    #expect(await recording.run("list", "--format", "json") == 0)
    #expect(
      recording.output == """
        {
          "cases" : [
            {
              "chapter" : "Houses",
              "id" : "houses/empty-house",
              "question" : "Does an empty house go?",
              "source" : null,
              "variants" : [
                {
                  "expected" : "deinitialized",
                  "name" : "left"
                }
              ]
            },
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
                  "name" : "leaking"
                },
                {
                  "expected" : "deinitialized",
                  "name" : "exorcised"
                },
                {
                  "expected" : "late",
                  "name" : "left-later"
                }
              ]
            },
            {
              "chapter" : "Boats",
              "id" : "boats/sunken-boat",
              "question" : "What happens to a boat that sinks?",
              "source" : {
                "author" : "B. Sailor",
                "scenarios" : [

                ],
                "title" : "On boats"
              },
              "variants" : [
                {
                  "expected" : "crashes",
                  "name" : "sinking"
                },
                {
                  "expected" : "deinitialized",
                  "name" : "floating"
                }
              ]
            }
          ],
          "schemaVersion" : 1
        }

        """)
  }
}
