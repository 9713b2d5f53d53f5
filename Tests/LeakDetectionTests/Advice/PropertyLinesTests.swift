import LeakDetection
import LeakHeapReading
import LeakSymbolication
import Testing

@testable import LeakExplaining

@Suite(.leakFree) struct PropertyLinesTests {
  static let source = """
    import Shop

    /// class Comment { var name = 1 }
    public final class Page: Printing, @unchecked Sendable {
      private(set) var title: String { didSet { var old = title } }
      @Published var number = 0
      lazy var footer: View = { let view = View(); return view }()
      class func make(class kind: Int, var: Int) -> Page { let made = Page(); return made }
      var handler: ((_ page: Page) -> Void)?, other: Int?
      let text = "class Inner { var quoted = 1 }"

      actor Inner
      {
        var title = 0
        struct Settings { var depth = 0 }
        let settings: Settings
      }

      deinit {
        let gone = true
      }
    }

    protocol Bound: class { var bound: Int { get } }
    class Second { let title = "" }
    """

  @Test(arguments: [
    ("title", 4, 5), ("number", 4, 6), ("footer", 4, 7), ("handler", 4, 9), ("text", 4, 10),
    // From a `deinit` that is written out.
    ("title", 19, 5),
    // The innermost type counts.
    ("title", 12, 14), ("settings", 12, 16), ("title", 25, 25),
  ])
  func findsProperties(name: String, typeLine: Int, line: Int) {
    #expect(PropertyLines(Self.source).line(of: name, inTypeAt: typeLine) == line)
  }

  @Test(arguments: [
    ("old", 4), ("view", 4), ("made", 4), ("gone", 4), ("quoted", 4), ("name", 4), ("kind", 4),
    ("depth", 12), ("bound", 24), ("title", 2), ("title", 30),
  ])
  func findsNothingElse(name: String, typeLine: Int) {
    #expect(PropertyLines(Self.source).line(of: name, inTypeAt: typeLine) == nil)
  }

  /// Which of them is compiled, or meant, the source alone does not tell.
  @Test func findsNothingThatIsDeclaredTwice() {
    let branches = "class A {\n#if X\nvar other: A?\n#else\nvar other: A?\n#endif\nvar one = 1\n}"
    #expect(PropertyLines(branches).line(of: "other", inTypeAt: 1) == nil)
    #expect(PropertyLines(branches).line(of: "one", inTypeAt: 1) == 7)
    let oneLine = "class A { class B { var other: A?\n}\nvar other: B?\n}"
    #expect(PropertyLines(oneLine).line(of: "other", inTypeAt: 1) == nil)
  }

  /// Whatever the source is, reading it comes to an end, and finds no line behind it.
  @Test func survivesWhateverIsRead() {
    for length in 0...Self.source.count {
      let lines = PropertyLines(String(Self.source.suffix(length)))
      for line in [0, 1, 5, 40] { #expect(lines.line(of: "title", inTypeAt: line) ?? 0 <= 25) }
    }
  }

  // MARK: - Live objects

  class Panel {
    var page: AnyObject?
  }

  final class Sheet: Panel {
    lazy var part: AnyObject? = nil
    deinit { page = nil }
  }

  /// Where `name` of `object` is declared, as a report tells it.
  private func line(of name: String, of object: AnyObject) throws -> RetainPath.SourceLine? {
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return try withExtendedLifetime(object) {
      try HeapReader.shared.snapshot(from: pointer).place(ofClassDeclaring: name, of: 0)
        .map { RetainPath.SourceLine(ofProperty: name, inClassAt: $0) }
    }
  }

  @Test func tellsWhereAPropertyIsDeclared() throws {
    let sheet = Sheet()
    let file = "PropertyLinesTests.swift"
    #expect(try line(of: "page", of: sheet) == RetainPath.SourceLine(file: file, line: 76))
    #expect(try line(of: "part", of: sheet) == RetainPath.SourceLine(file: file, line: 80))
    #expect(try line(of: "other", of: sheet) == nil)
  }

  class Base {
    // Else the optimiser merges its code with that of another class.
    private let name = "base"
    private var back: AnyObject?
    func setBase(_ object: AnyObject?) { back = object }
  }

  final class Derived: Base {
    static var back: Int { 1 }
    private var back: AnyObject?
    func set(_ object: AnyObject?) { back = object }
  }

  /// Two classes of an object have a property of this name, and one has it itself, too.
  @Test func ofPropertiesOfOneNameTheOneThatIsMeantIsTold() throws {
    func line(in superclass: String?) throws -> Int? {
      let object = Derived()
      let pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      return try withExtendedLifetime(object) {
        try HeapReader.shared.snapshot(from: pointer)
          .place(ofClassDeclaring: "back", in: superclass, of: 0)
          .map { RetainPath.SourceLine(ofProperty: "back", inClassAt: $0).line }
      }
    }
    let own = try #require(try line(in: nil))
    let inherited = try #require(
      try line(in: "LeakDetectionTests.PropertyLinesTests.Base"))
    #expect(own - inherited == 6)
  }

  @Test func withoutTheSourceTheTypeIsTold() {
    let place = SourcePlace(file: "Gone.swift", line: 12, path: "/nowhere/Gone.swift")
    #expect(
      RetainPath.SourceLine(ofProperty: "page", inClassAt: place).description == "≈ Gone.swift:12")
  }

  @Test func aVariableThatIsCalledActorDeclaresNoType() {
    let source =
      "class A {\n func f() { guard let actor else { var a = 1 } }\n func g() { let b = actor\n c { var d = 1 } }\n}"
    let lines = PropertyLines(source)
    #expect(["a", "b", "d"].map { lines.line(of: $0, inTypeAt: 2) } == [nil, nil, nil])
    #expect(["a", "b", "d"].map { lines.line(of: $0, inTypeAt: 3) } == [nil, nil, nil])
    #expect(
      PropertyLines("actor A {\n var a = 1\n}").line(of: "a", inTypeAt: 1) == 2)
  }
}
