import Foundation
import LeakTesting
import Testing

@testable import LeakCatalogue

@Suite(.leakFree) struct BookTests {
  @Test func aPageIsMadeOfTheFile() {
    let entry = SelectedCase(
      chapter: "Towers", type: Lighthouse.self, variants: Lighthouse.variants)
    let page = BookPage(entry, code: Self.file, related: ["towers/belfry"])
    #expect(page.text == Self.page)
  }

  @Test func theIndexListsThePagesByChapter() {
    #expect(
      Book.index(of: sampleCatalogue.everything) == """
        # The cases

        3 questions about `[weak self]` and its like, each answered by code that is compiled, run and compared.

        ## Overview

        Each page is made from one file of the folder `Cases`: 6 variants in all, each with its verdict, and with \
        the whole report where there is one. `swift run leakcases` runs them, and `swift run leakcases run closures` a chapter.

        ## Topics

        ### Houses

        - <doc:houses-empty-house>
        - <doc:houses-haunted-house>

        ### Boats

        - <doc:boats-sunken-boat>

        """)
  }

  @Test(arguments: [
    ([], "'book' needs the folder that the pages are written to"),
    (["--all"], "'book' needs the folder that the pages are written to"),
  ])
  func theCommandNeedsAFolder(arguments: [String], message: String) async {
    await #expect(throws: UsageError(message)) {
      try await BookCommand(sampleCatalogue).command.run(arguments, TextStyle())
    }
  }

  @Test func theCommandNeedsCasesThatThereAre() async {
    await #expect(throws: UnknownID(id: "bots", nearest: "boats")) {
      try await BookCommand(sampleCatalogue).command.run(["here", "boats", "bots"], TextStyle())
    }
  }

  /// Before the cases are run.
  @Test func theCommandNeedsAFolderThatCanBeMade() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for folder in [file.path, file.path + "/pages"] {
      await #expect(throws: BookError(description: "\(folder) cannot be written: Not a directory"))
      {
        try await BookCommand(sampleCatalogue).command.run([folder, "boats"], TextStyle())
      }
    }
  }

  /// Each report with the lines that it blames.
  @Test(arguments: [
    // A method is stored elsewhere than it is written.
    (
      """
        │    .onTurn
        │    Tower.turn()   Lighthouse.swift:30
        │    ~~~~~~~~~~~~ captures Tower (self) strongly
        ╰─ Tower

        Try { [weak self] in self?.turn() } instead of storing Tower.turn() itself at Lighthouse.swift:20.
      """, [20: "cut here"]
    ),
    (
      """
        │    .tower: Tower
        │    .lamp: Lamp   Lighthouse.swift:17
        │    ~~~~~~~~~~~
        ╰─ Tower

        Try weak var on Tower.lamp, or on Lamp.tower: the code does not tell which of the two owns the other.
      """, [17: "cut here, or the reference back"]
    ),
    // Of two cycles each has a line.
    (
      """
        │    .lamp: Lamp   Lighthouse.swift:17
        │    ~~~~~~~~~~~
        ╰─ Tower

        1 of 2. Try weak var on Tower.lamp.

        │    closure #1 in Tower.light()
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~
        │    captures Tower (self) strongly
        │       Lighthouse.swift:20
        ╰─ Tower

        2 of 2. Try [weak self] in the closure at Lighthouse.swift:20.
      """, [17: "cut here", 20: "cut here"]
    ),
    // What is near is not the line, nor is one of another file.
    (
      """
        │    implicit closure #1 in Tower.light()   ≈ Lighthouse.swift:19
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        │    captures Tower (self) strongly
        ╰─ Tower

        An @autoclosure argument has no capture list, and the closure at ≈ Lighthouse.swift:19 is one.
      """, [:]
    ),
    (
      """
        │    closure #1 in Harbour.light()   Harbour.swift:4
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Tower strongly
        ╰─ Tower

        Try a weak capture of Tower in the closure at Harbour.swift:4.
      """, [:]
    ),
  ])
  func marksWhatAReportBlames(report: String, texts: [Int: String]) {
    #expect(ReportMark(.leaked(report: report), file: "Lighthouse.swift").texts == texts)
    // Of what goes nothing is to be changed.
    #expect(
      ReportMark(.late(atLeast: .seconds(1), report: report), file: "Lighthouse.swift").texts == [:]
    )
  }

  @Test func aTitleHasNoMarks() {
    let entry = SelectedCase(chapter: "Towers", type: Titled.self, variants: [])
    let page = BookPage(entry, code: "", related: [])
    #expect(
      page.text.hasPrefix(#"# Does \[weak self\] in List\<Int\> need a key path \\.name\_2?"#))
  }

  /// A case about code that stands in ``file`` only.
  enum Lighthouse: Case {
    static let id = "towers/lighthouse"
    static let question = "Does a `Lamp` keep its tower?"
    static let why = "The lamp keeps a closure."
    static let fix = "Write `[weak self]`."
    static let source: Source? = Source(author: "A. Keeper", title: "On towers", scenarios: ["lit"])

    static let report = """
      Tower leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

        ╭→ Tower
        │    .lamp: Lamp   Lighthouse.swift:17
        │    .onTurn
        │    closure #1 in Tower.light()
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~
        │    captures Tower (self) strongly
        │       Lighthouse.swift:20
        ╰─ Tower

        Try [weak self] in the closure at Lighthouse.swift:20.
      """
    static let heldReport = """
      Tower is held: 1 instance is kept alive by an unfinished Task.

        ╭─ an unfinished Task
        │    closure #1 in Tower.watch()   Lighthouse.swift:29
        │       probably captures Tower (self) strongly
        ╰→ Tower
      """

    static var variants: [Variant] {
      let path = "/nowhere/Towers/Lighthouse.swift"
      return [
        .leaking("lit", report: report, filePath: path, line: 34) {
          Empty()
        } sever: { _ in
        },
        .held("watched", report: heldReport, filePath: path, line: 46) {
          Empty()
        } sever: { _ in
        },
        .late("slow", atLeast: .seconds(1), filePath: path, line: 55) { Empty() },
        .fixed("weak-self", filePath: path, line: 58) { Empty() },
      ]
    }
  }

  final class Empty {}

  enum Titled: Case {
    static let id = "towers/titled"
    static let question = #"Does `[weak self]` in `List<Int>` need a key path `\.name_2`?"#
    static let why = ""
    static let fix = ""
    static let source: Source? = nil
    static let variants: [Variant] = []
  }

  static let file = #"""
    import LeakCatalogue
    import Dispatch

    /// A tower with a lamp,
    /// which is lit.
    public enum Lighthouse: Case {
      public static let id = "towers/lighthouse"
      public static let question =
        "Does a `Lamp` keep its tower?"

      final class Lamp {
        var onTurn: (() -> Void)?
      }

      @MainActor
      final class Tower {
        let lamp = Lamp()

        func light() {
          lamp.onTurn = { self.turn() }
        }

        func lightWeakly() {
          lamp.onTurn = { [weak self] in self?.turn() }
        }

        /// Watches the sea.
        func watch() {
          Task { self.turn() }
        }
      }

      public static let variants: [Variant] = [
        .leaking(
          "lit",
          report: """
            Tower leaked.
            """
        ) { @MainActor in
          let tower = Tower()
          tower.light()
          return tower
        } sever: { tower in
          tower.lamp.onTurn = nil
        },
        .held(
          "watched",
          report: heldReport
        ) { @MainActor in
          let tower = Tower()
          tower.watch()
          return tower
        } sever: { _ in
        },
        .late("slow", atLeast: .seconds(1)) {
          Tower()
        },
        .fixed("weak-self") { @MainActor in
          let tower = Tower()
          tower.lightWeakly()
          return tower
        },
      ]

      public static let why = "The lamp keeps a closure."
      public static let fix = """
        Write `[weak self]`.
        """
      public static let source: Source? = nil
    }

    """#

  static let page = """
    # Does a Lamp keep its tower?

    @Metadata {
      @TitleHeading("Towers")
    }

    A tower with a lamp, which is lit.

    ## Overview

    | variant | the object |
    | --- | --- |
    | lit | leaks |
    | watched | is held: something outside keeps it |
    | slow | goes by itself, but late |
    | weak-self | is gone as soon as it is dropped |

    ## The code

    ```swift
    import Dispatch

    final class Lamp {
      var onTurn: (() -> Void)?
    }

    @MainActor
    final class Tower {
      let lamp = Lamp()

      func light() {
        lamp.onTurn = { self.turn() }  // ← cut here
      }

      func lightWeakly() {
        lamp.onTurn = { [weak self] in self?.turn() }
      }

      /// Watches the sea.
      func watch() {
        Task { self.turn() }  // ← probably holds it
      }
    }
    ```

    This is the code of `Cases/Towers/Lighthouse.swift`, where it stands in `enum Lighthouse`. The reports count the lines of that file. \
    `swift run leakcases run towers/lighthouse` runs it.

    ## lit: leaks

    ```swift
    // @MainActor
    let tower = Tower()
    tower.light()
    return tower
    ```

    ```text
    \(Lighthouse.report)
    ```

    ## watched: held

    ```swift
    // @MainActor
    let tower = Tower()
    tower.watch()
    return tower
    ```

    ```text
    \(Lighthouse.heldReport)
    ```

    ## slow: late

    ```swift
    Tower()
    ```

    The object goes by itself, but late.

    ## weak-self: fine

    ```swift
    // @MainActor
    let tower = Tower()
    tower.lightWeakly()
    return tower
    ```

    The object is gone as soon as it is dropped.

    ## Why

    The lamp keeps a closure.

    ## The fix

    Write `[weak self]`.

    From *lit* to *weak-self*:

    ```diff
    -func light() {
    -  lamp.onTurn = { self.turn() }
    +func lightWeakly() {
    +  lamp.onTurn = { [weak self] in self?.turn() }
     }
    ```

    From *watched* to *weak-self*:

    ```diff
    -/// Watches the sea.
    -func watch() {
    -  Task { self.turn() }
    +func lightWeakly() {
    +  lamp.onTurn = { [weak self] in self?.turn() }
     }
    ```

    ## The source

    A. Keeper, *On towers*: `lit`.

    ## See Also

    ### Related cases

    - <doc:towers-belfry>

    """
}
