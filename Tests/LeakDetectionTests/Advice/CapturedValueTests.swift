import Testing

@testable import LeakExplaining

/// What a capture list says that a name is.
struct CapturedValueTests {
  @Test(arguments: [
    "self as any Screen", "isOpen ? self : nil", "screen ?? self", "self.model",
    "cast(self, to: Screen.self)",
  ])
  func isAsInTheSource(_ value: String) throws {
    let tokens = SwiftTokens("{ [target = \(value), other] in target.close() }").tokens
    let list = try #require(CaptureList(tokens, after: 0))
    #expect(list.entries.map(\.value) == [value, nil])
    #expect(list.entries.map(\.name) == ["target", "other"])
  }

  @Test func lineBreaksAndCommentsAreOneSpace() throws {
    let tokens = SwiftTokens("{ [target = screen /* the first */\n  ?? self] in target.close() }")
      .tokens
    #expect(CaptureList(tokens, after: 0)?.entries.map(\.value) == ["screen ?? self"])
  }
}
