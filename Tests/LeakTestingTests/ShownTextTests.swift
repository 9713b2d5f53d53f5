import Testing

@testable import LeakTesting

/// In a terminal, the sentences of a failure are broken at words, where somebody says how wide it is.
@Suite(.leakFree) struct ShownTextTests {
  private static let text = """
    LyricsScreen leaked: closure #1 in LyricsScreen.follow() (Lyrics.swift:15) captures self strongly
    1 instance is kept alive by a retain cycle of 2 strong references, and 2 objects only it keeps alive, 104 bytes.

      ╭→ LyricsScreen
      │    .onLine
      │    closure #1 in LyricsScreen.follow()   Lyrics.swift:15
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures LyricsScreen (self) strongly, as a long line of a drawing
      ╰─ LyricsScreen

      Try [weak self] in the closure at Lyrics.swift:15. The nested closure there already says [weak screen = self.screen]; that alone makes this one capture self: move that capture list out here.
      created in Karaoke.sing(_:), Lyrics.swift:56
      pattern nested-closure-trap (swift run leakcases show nested-closures/weak-self-inside-only)
      fingerprint f27104f0
    """

  @Test func sentencesAreBrokenAtWords() {
    #expect(
      CheckFailure(text: Self.text, location: CodeLocation()).shownText(inColumns: 80) == """
        LyricsScreen leaked: closure #1 in LyricsScreen.follow() (Lyrics.swift:15) captures self strongly
        1 instance is kept alive by a retain cycle of 2 strong references, and 2
        objects only it keeps alive, 104 bytes.

          ╭→ LyricsScreen
          │    .onLine
          │    closure #1 in LyricsScreen.follow()   Lyrics.swift:15
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures LyricsScreen (self) strongly, as a long line of a drawing
          ╰─ LyricsScreen

          Try [weak self] in the closure at Lyrics.swift:15. The nested closure there
          already says [weak screen = self.screen]; that alone makes this one capture
          self: move that capture list out here.
          created in Karaoke.sing(_:), Lyrics.swift:56
          pattern nested-closure-trap
          (swift run leakcases show nested-closures/weak-self-inside-only)
          fingerprint f27104f0
        """)
  }

  /// A capture list and a command can be copied from one line.
  @Test(arguments: [40, 52, 61, 100, 120])
  func whatPeopleCopyStaysOnALine(columns: Int) {
    let text = CheckFailure(text: Self.text, location: CodeLocation()).shownText(inColumns: columns)
    for part in ["[weak self]", "[weak screen = self.screen]", "weak-self-inside-only)"] {
      #expect(text.contains(part))
    }
    let words = { (text: String) -> [Substring] in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(text) == words(Self.text))
    // A line is longer only where nothing of it can be broken, or where it is the first one.
    let lines: [Substring] = text.split(whereSeparator: \.isNewline)
    let long = lines.dropFirst().filter { $0.count > columns - 2 }
    #expect(
      long.allSatisfy {
        $0.contains("│") || $0.hasPrefix("  (swift run")
      })
  }

  @Test(
    arguments: [
      (nil, nil), ("80", 80), ("0", nil), ("39", nil), ("wide", nil), ("-80", nil),
    ] as [(String?, Int?)])
  func widthThatIsAskedFor(setting: String?, columns: Int?) {
    #expect(CheckFailure.columns(in: setting) == columns)
  }
}
