import LeakCatalogue
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
            left-later  late

        Boats

          boats/sunken-boat
          What happens to a boat that sinks?
            sinking     crashes
            floating    deinitialized

        """)
    #expect(recording.errors == "")
  }

  @Test func listsAPart() async {
    #expect(await recording.run("list", "boats") == 0)
    #expect(
      recording.output == """
        Boats

          boats/sunken-boat
          What happens to a boat that sinks?
            sinking   crashes
            floating  deinitialized

        """)
    #expect(recording.errors == "")
  }

  @Test func listsNothingThatIsNotThere() async {
    #expect(await recording.run("list", "bots") == 2)
    #expect(recording.output == "")
    #expect(recording.errors == "leakcases: there is no case 'bots'; did you mean 'boats'?\n")
  }

  @Test func listsAsMarkdown() async {
    #expect(await recording.run("list", "--format", "markdown") == 0)
    #expect(
      recording.output == """
        # Cases

        The catalogue of `leakcases`: 3 cases with 6 variants. Beside each question
        stands what its variants do. The object that a variant is about *leaks* (a retain cycle or an unbalanced retain keeps it), is
        *held* (something outside keeps it), goes *late*, or is *fine*: gone as soon as it is dropped. A variant that *crashes* ends the
        process.

        Written by `swift run leakcases list --format markdown > Cases/README.md`.

        ## Houses

        | question | variants |
        | --- | --- |
        | [Does an empty house go?](nowhere/EmptyHouse.swift) | *fine*: left |
        | [Does a house go while its ghost keeps it?](nowhere/HauntedHouse.swift) \
        | *leaks*: leaking<br>*fine*: exorcised<br>*late*: left-later |

        ## Boats

        | question | variants |
        | --- | --- |
        | [What happens to a boat that sinks?](nowhere/SunkenBoat.swift) | *crashes*: sinking<br>*fine*: floating |

        """)
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
