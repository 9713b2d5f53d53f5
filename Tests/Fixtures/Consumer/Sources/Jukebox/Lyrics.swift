/// Loads the words of a song, line by line.
public final class LyricsScreen {
  let title: Title
  let scroller = Scroller()
  private var onLine: ((String) -> Void)?
  private var lines: [String] = []

  init(_ title: Title) {
    self.title = title
  }

  /// Follows the song from a closure. The closure inside says [weak self], and so the one around it captures
  /// the screen: a retain cycle.
  func follow() {
    onLine = { line in
      let append = { [weak self] in self?.lines.append(line) }
      append()
    }
  }

  /// The same with the capture list moved out.
  func followWeakly() {
    onLine = { [weak self] line in
      let append = { self?.lines.append(line) }
      append()
    }
  }

  func sing(_ line: String) { onLine?(line) }
}

/// What stands above the words.
public final class Title {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// Moves the words up.
public final class Scroller {
  var offset = 0
}

/// Shows the words of a song for as long as it is sung.
public struct Karaoke {
  /// Whether the screens let go of themselves.
  public var isFixed: Bool

  public init(isFixed: Bool) {
    self.isFixed = isFixed
  }

  public func sing(_ song: String) {
    let screen = LyricsScreen(Title(song))
    if isFixed { screen.followWeakly() } else { screen.follow() }
    screen.sing("la")
  }
}

/// Remembers every song that was sung, and never forgets one.
public enum Repertoire {
  nonisolated(unsafe) private static var titles: [Title] = []

  public static func add(_ song: String) { titles.append(Title(song)) }
}
