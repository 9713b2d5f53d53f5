/// What a scope is for, as a report names it: a test, or a line. Kept in parts, as most scopes are never named.
package struct ScopeLabel: Sendable, ExpressibleByStringLiteral {
  private let name: String
  private let line: Int?

  package init(_ name: String, line: Int? = nil) {
    self.name = name
    self.line = line
  }

  package init(stringLiteral name: String) { self.init(name) }

  /// The name, and the line behind a colon where there is one.
  package var text: String { line.map { "\(name):\($0)" } ?? name }
}
