/// Has what is left of a text.
final class Lexer: Fixture {
  private var bytes = "hello world"[...].utf8
  private var scalars = "hello world".unicodeScalars
  private var units = "hello world"[...].utf16.makeIterator()
  var last: Lexer?

  func sever() { last = nil }
}
