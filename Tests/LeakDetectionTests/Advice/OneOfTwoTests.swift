import LeakTesting
import TestOrder
import Testing

/// Two objects that have one another in collections, or in a dictionary and a constant: the report names one reference, and says what
/// to change where it is the other one that leads back.
@Suite(.disabled(if: isOptimized, "objects that nobody else has are not made there"))
struct OneOfTwoTests {
  /// The advice on what a body leaves that names no object, or one of them.
  private static func advice(_ body: @Sendable () -> AnyObject?) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      if let object = body() { return [object] }
      return []
    }
    let path = try #require(report.leaks.first?.path)
    #expect(path.edits.isEmpty)
    return path.advice.replacing("OneOfTwoTests.", with: "")
  }

  private final class Window {
    private var screens: [String: Screen] = [:]
    func show(_ screen: Screen) { screens["first"] = screen }
  }

  private final class Screen {
    let window: Window
    init(in window: Window) { self.window = window }
  }

  private static let takeOut =
    "Take the Screen out of Window.screens when it is no longer needed, or keep only a weak reference to it there if something else "
    + "owns it."

  private static let undecided = "the code does not tell which of the two owns the other."

  @Test func `An entry and a constant`() async throws {
    let advice = try await Self.advice {
      let window = Window()
      window.show(Screen(in: window))
      return nil
    }
    #expect(
      advice
        == "\(Self.takeOut) If the Window owns the Screen, try an optional weak var, or unowned, on Screen.window instead: \(Self.undecided)"
    )
  }

  @Test func `What was to be let go has another owner than the entry`() async throws {
    let advice = try await Self.advice {
      let window = Window()
      let screen = Screen(in: window)
      window.show(screen)
      return screen
    }
    #expect(advice == Self.takeOut)
  }

  @Test func `What was to be let go has another owner than the constant`() async throws {
    let advice = try await Self.advice {
      let window = Window()
      window.show(Screen(in: window))
      return window
    }
    #expect(
      advice
        == "Screen.window cannot be weak as it is declared. Try an optional weak var, or unowned if the Window always outlives the "
        + "Screen. If the Screen owns the Window, take the Screen out of Window.screens instead: \(Self.undecided)"
    )
  }

  private final class Author {
    var books: [Book] = []
  }

  private final class Book {
    var authors: [Author] = []
  }

  private final class Reader {
    var lent: [Copy] = []
  }

  private final class Copy {
    var readers: [String: Reader] = [:]
  }

  @Test func `Two lists`() async throws {
    let advice = try await Self.advice {
      let (author, book) = (Author(), Book())
      author.books.append(book)
      book.authors.append(author)
      return nil
    }
    #expect(
      advice
        == "Take the Book out of Author.books when it is no longer needed, or keep only a weak reference to it there if something else "
        + "owns it. If the Author owns the Book, take the Author out of Book.authors instead: \(Self.undecided)"
    )
  }

  @Test func `A list and a dictionary`() async throws {
    let advice = try await Self.advice {
      let (reader, copy) = (Reader(), Copy())
      reader.lent.append(copy)
      copy.readers["Ada"] = reader
      return nil
    }
    #expect(
      advice
        == "Take the Reader out of Copy.readers when it is no longer needed, or keep only a weak reference to it there if something else "
        + "owns it. If the Copy owns the Reader, take the Copy out of Reader.lent instead: \(Self.undecided)"
    )
  }

  private final class Task {
    var needs: [Task] = []
    var neededBy: [Task] = []
  }

  @Test func `Two lists of one class`() async throws {
    let advice = try await Self.advice {
      let (first, second) = (Task(), Task())
      second.needs.append(first)
      first.neededBy.append(second)
      return nil
    }
    #expect(
      advice
        == "Take the Task out of Task.neededBy when it is no longer needed, or keep only a weak reference to it there if something else "
        + "owns it. Or take the Task out of Task.needs instead: \(Self.undecided)"
    )
  }
}
