/// A piece of a test: types, and statements that use them and leave nothing behind, or, where it is planted, a leak.
///
/// The text has marks that `Renderer` replaces:
///
/// | mark | becomes |
/// | --- | --- |
/// | `«A»`, `«B»`, `«C»` | the name of a type, with the piece's own number |
/// | `«a»`, `«b»`, `«c»` | the same as the name of a variable |
/// | `«id»` | the piece's own number |
/// | `«n:2...5»` | a number |
/// | `«one|other»` | one of them |
/// | `«expect»` | the framework's expectation |
/// | `«inner»` | another piece |
struct Scene: Sendable {
  /// Where another piece can stand.
  enum Hole: Sendable {
    case none
    /// In code that runs in the test's name.
    case sync
    case async
    /// On a queue, a thread or in a detached task, whose allocations belong to no test.
    case foreignSync
    case foreignAsync
  }

  let name: String
  var isAsync = false
  var hole = Hole.none
  var only: Framework?
  /// Whether it must run in the test's name.
  var needsTest = false
  let types: String
  let body: String

  init(
    _ name: String, isAsync: Bool = false, hole: Hole = .none, only: Framework? = nil,
    needsTest: Bool = false, types: String = "", body: String
  ) {
    self.name = name
    self.isAsync = isAsync
    self.hole = hole
    self.only = only
    self.needsTest = needsTest
    self.types = types
    self.body = body
  }

  /// Every piece that leaves nothing behind.
  static let all =
    closures + collections + asynchronous + streams + dispatch + timers + networking + publishers
    + generics + owners + observers
}

/// What runs a test.
enum Framework: String, Codable, Sendable {
  case swiftTesting
  case xctest
}
