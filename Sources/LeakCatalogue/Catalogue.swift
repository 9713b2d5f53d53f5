/// An ordered list of cases, by chapter.
public struct Catalogue: Sendable {
  /// How the tool is run that has the catalogue, also in a package that depends on this one.
  package static let program = "swift run leakcases"

  /// The cases on one subject.
  public struct Chapter: Sendable {
    /// The chapter's title: `Nested closures`.
    public let title: String
    public let cases: [any Case.Type]

    public init(_ title: String, _ cases: [any Case.Type]) {
      self.title = title
      self.cases = cases
    }
  }

  public let chapters: [Chapter]

  public init(chapters: [Chapter]) {
    self.chapters = chapters
  }
}
