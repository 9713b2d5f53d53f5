import LeakTesting
import Testing

@testable import LeakExplaining

/// Edits of variables, of what a structure keeps, and of caches.
@Suite(.leakFree) struct ValueEditTests {
  /// Functions that make a token whose handler uses a variable, and what is made of them.
  static let variables: [(function: String, edited: String?)] = [
    (
      """
      func once() -> Token {
        var token: Token?
        token = Token().calls {
          token?.cancel()
          token = nil
        }
        return token!
      }
      """,
      """
      func once() -> Token {
        weak var token: Token?
        let strongToken: Token? = Token().calls {
          token?.cancel()
          token = nil
        }
        token = strongToken
        return strongToken!
      }
      """
    ),
    (
      """
      func once() -> Token? {
        var token: Token? = nil
        token = Token(handler: { token?.cancel() })
        return token
      }
      """,
      """
      func once() -> Token? {
        weak var token: Token? = nil
        let strongToken: Token? = Token(handler: { token?.cancel() })
        token = strongToken
        return strongToken
      }
      """
    ),
    (
      """
      func once() -> Token {
        var token: Token?
        let registered = Token { token?.cancel() }
        token = registered
        return registered
      }
      """,
      """
      func once() -> Token {
        weak var token: Token?
        let registered = Token { token?.cancel() }
        token = registered
        return registered
      }
      """
    ),
    // Nobody is known to own it, or the variable may be another object's.
    ("func a() {\n  var token: Token?\n  token = Token { token?.cancel() }\n}", nil),
    (
      "func a() {\n  var token: Token?\n  token = Token { token?.cancel() }\n  start()\n  return token!\n}",
      nil
    ),
    (
      "func a() {\n  var token: Token?\n  token = Token { token = Token() }\n  return token!\n}",
      nil
    ),
    (
      "func a() {\n  var token: Token?\n  let other = Token { token?.cancel() }\n  token = other\n}",
      nil
    ),
    (
      "func a() {\n  var token: Token?\n  let b = Token { token?.cancel() }\n  token = c\n  return b\n}",
      nil
    ),
    (
      "func a() {\n  var token: Token? = Token()\n  token = Token { token?.cancel() }\n  return token!\n}",
      nil
    ),
    (
      "func a() {\n  var token = Token()\n  token = Token { token.cancel() }\n  return token\n}",
      nil
    ),
    (
      "func a() {\n  var token: Token?\n  if b {\n    token = Token { token?.cancel() }\n  }\n  return token!\n}",
      nil
    ),
  ]

  @Test(arguments: variables) func variable(_ example: (function: String, edited: String?)) throws {
    let source = SourceFiles.Source(sketch: example.function)
    let closure = try #require(source.outline.braces.first { $0.kind == .closure })
    let edits = VariableEdit(source, variable: "token", of: closure)?.edits
    #expect(edits.map { applying($0, to: example.function) } == example.edited)
  }

  /// Closures that call themselves by their variable, and the functions that they become.
  static let recursions: [(function: String, edited: String?)] = [
    (
      """
      func a() -> (Node) -> Int {
        var walk: ((Node) -> Int)!
        walk = { node in
          node.children.reduce(1) { $0 + walk($1) }
        }
        return walk
      }
      """,
      """
      func a() -> (Node) -> Int {
        func walk(_ node: Node) -> Int {
          node.children.reduce(1) { $0 + walk($1) }
        }
        return walk
      }
      """
    ),
    (
      """
      func a() {
        var walk: ((Node, [String: () -> Int]) -> Void)? = nil
        // The names on the way.
        let names = Names()
        walk = { (node, values) in
          walk?(node.next, values)
        }
        walk!(first, [:])
        keep(walk)
      }
      """,
      """
      func a() {
        // The names on the way.
        let names = Names()
        func walk(_ node: Node, _ values: [String: () -> Int]) -> Void {
          walk(node.next, values)
        }
        walk(first, [:])
        keep(walk)
      }
      """
    ),
    (
      """
      func a() {
        var again: (() -> Void)?
        again = {
          again?()
        }
        again?()
      }
      """,
      """
      func a() {
        func again() -> Void {
          again()
        }
        again()
      }
      """
    ),
    // It is set to something else, it is asked for, what it gives is optional, or it is used before.
    ("func a() {\n  var b: (() -> Void)?\n  b = {\n    b?()\n  }\n  b = nil\n}", nil),
    ("func a() {\n  var b: (() -> Void)?\n  b = {\n    if let b { b() }\n  }\n}", nil),
    ("func a() {\n  var b: (() -> Void)?\n  b = {\n    if let c = b { c() }\n  }\n}", nil),
    ("func a() {\n  var b: (() -> Void)?\n  b = {\n    let c = b\n    c?()\n  }\n}", nil),
    ("func a() {\n  var b: (() -> Void)?\n  b = {\n    if nil != b { go() }\n  }\n}", nil),
    ("func a() {\n  var b: (() -> Int)?\n  b = {\n    1 + (b?() ?? 0)\n  }\n}", nil),
    ("func a() {\n  var b: (() -> Void)?\n  use(b)\n  b = {\n    b?()\n  }\n}", nil),
    ("func a() {\n  var b: (() -> Void)?\n  b = { [c] in\n    b?()\n  }\n}", nil),
    ("func a() {\n  var b: (@Sendable () -> Void)?\n  b = {\n    b?()\n  }\n}", nil),
    ("func a() {\n  var b: (() async -> Void)?\n  b = {\n    await b?()\n  }\n}", nil),
    ("func a() {\n  var b: ((Int) -> Void)?\n  b = {\n    b?($0)\n  }\n}", nil),
    ("func a() {\n  var b: () -> Void = {}\n  b = {\n    b()\n  }\n}", nil),
  ]

  @Test(arguments: recursions) func recursion(
    _ example: (function: String, edited: String?)
  ) throws {
    let source = SourceFiles.Source(sketch: example.function)
    let closure = try #require(source.outline.braces.first { $0.kind == .closure })
    let variable = try #require(source.tokens.tokens.drop { $0.text != "var" }.dropFirst().first)
    let edits = RecursionEdit(source, variable: variable.text, of: closure)?.edits
    #expect(edits.map { applying($0, to: example.function) } == example.edited)
  }

  /// Structures that a pool stores, and what is made of them.
  static let structures: [(source: String, edited: String?)] = [
    (
      """
      struct Lease: ~Copyable {
        private let pool: Pool
        init(of pool: Pool) {
          self.pool = pool
          pool.leases += 1
        }
        deinit {
          pool.leases -= 1
          if isLate {
            self.pool.drain(after: 3)
          }
        }
      }
      struct Other {
        private let pool: Pool
        func use() -> Int { pool.leases }
      }
      """,
      """
      struct Lease: ~Copyable {
        private weak var pool: Pool?
        init(of pool: Pool) {
          self.pool = pool
          pool.leases += 1
        }
        deinit {
          pool?.leases -= 1
          if isLate {
            self.pool?.drain(after: 3)
          }
        }
      }
      struct Other {
        private let pool: Pool
        func use() -> Int { pool.leases }
      }
      """
    ),
    (
      """
      private struct Lease: Error {
        var pool: Pool
      }
      func fail() { throw Lease(pool: pool) }
      """,
      """
      private struct Lease: Error {
        weak var pool: Pool?
      }
      func fail() { throw Lease(pool: pool) }
      """
    ),
    // Others may use it, it is optional, or something is done that takes the object.
    ("struct Lease {\n  let pool: Pool\n}", nil),
    ("struct Lease {\n  private let pool: Pool?\n}", nil),
    ("struct Lease: Codable {\n  private let pool: Pool\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n  func a() -> Int {\n    pool.leases\n  }\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n  var a: Int {\n    pool.leases\n  }\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n  func a() {\n    b(pool)\n  }\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n  func a() {\n    b { pool.c() }\n  }\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n  func a() {\n    b +\n    pool.c\n  }\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n  func a() {\n    pool.b ~ c\n  }\n}", nil),
    ("struct Lease {\n  private let pool: Pool\n}\nextension Lease { func a() { b(pool) } }", nil),
    ("struct Lease {\n  fileprivate let pool: Pool\n}\nfunc a(_ b: Lease) { b.pool.c() }", nil),
    ("struct Lease {\n  private let pool: Other\n}", nil),
  ]

  @Test(arguments: structures) func structure(_ example: (source: String, edited: String?)) {
    let edits = ChainedPropertyEdit(
      SourceFiles.Source(sketch: example.source), property: "pool", inStructureNamed: "Lease",
      target: "Shop.Pool")?.edits
    #expect(edits.map { applying($0, to: example.source) } == example.edited)
  }

  /// Properties that may be a cache, and what is made of them.
  static let caches: [(property: String, edited: String?)] = [
    (
      "private let cache = NSCache<NSString, Frame>()",
      """
      private let cache: NSCache<NSString, Frame> = EmptiedCache()
        private nonisolated final class EmptiedCache: NSCache<NSString, Frame> {
          deinit { removeAllObjects() }
        }
      """
    ),
    (
      "let cache: NSCache<NSString, Shop.Frame> = .init()",
      """
      let cache: NSCache<NSString, Shop.Frame> = EmptiedCache()
        private nonisolated final class EmptiedCache: NSCache<NSString, Shop.Frame> {
          deinit { removeAllObjects() }
        }
      """
    ),
    // Another cache, one that can be exchanged or comes from elsewhere, and two.
    ("let cache = NSCache<NSNumber, Frame>()", nil),
    ("var cache = NSCache<NSString, Frame>()", nil),
    ("static let cache = NSCache<NSString, Frame>()", nil),
    ("let cache: NSCache<NSString, Frame>", nil),
    ("let cache: NSCache<NSString, Frame> = other", nil),
    ("let a = NSCache<NSString, Frame>()\n  let b = NSCache<NSString, Frame>()", nil),
  ]

  @Test(arguments: caches) func cache(_ example: (property: String, edited: String?)) {
    let text = "final class Gallery {\n  \(example.property)\n  let age: Int\n}\n"
    let edit = CacheEdit.edit(
      SourceFiles.Source(sketch: text), key: "Foundation.NSString", value: "Shop.Frame")
    #expect(
      edit.map { applying([$0], to: text) }
        == example.edited.map { text.replacing(example.property, with: $0) })
  }
}
