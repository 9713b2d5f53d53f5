import HeapReading
import LeakSymbolication

/// What is to be changed so that a reference no longer keeps its object.
public struct Remedy: Sendable, Hashable {
  /// What is to be done.
  public enum Action: String, Sendable, Hashable, Codable {
    /// A closure's capture list is to say `weak`.
    case captureWeakly
    /// A closure that captures weakly is to stand for a method or a local function.
    case storeWeakClosure
    /// A property is to be declared `weak`.
    case declareWeak
    /// A property is to be declared `unowned`, or to become optional and `weak`.
    case declareUnowned
    /// The reference is to be taken back when the object is no longer needed.
    case takeBack
    /// The code is to be written in another way, as the advice says.
    case rewrite
  }

  /// What is to be done.
  public var action: Action

  /// The changes of the source that do so, where it is at hand, unchanged since it was compiled, and tells them all.
  ///
  /// Applied together they leave a program that compiles, and does what it did while the object is there.
  public var edits: [SourceEdit]

  /// Creates a remedy from its parts.
  public init(_ action: Action, edits: [SourceEdit] = []) {
    self.action = action
    self.edits = edits
  }
}

extension Remedy: Codable {
  private enum CodingKeys: String, CodingKey { case action, edits }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Action.self, forKey: .action),
      edits: try container.decodeIfPresent([SourceEdit].self, forKey: .edits) ?? [])
  }

  /// Edits are written where there are some.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(action, forKey: .action)
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
  }
}

/// A remedy, and how it is told.
struct Advice {
  var action: Remedy.Action
  /// One to three sentences.
  var text: String

  init(_ action: Remedy.Action, _ text: String) {
    self.action = action
    self.text = text
  }
}

extension Advice {
  /// The advice where `method` may be there to break the cycle: that is told first, and the source is left alone.
  func after(_ method: FunctionName) -> Advice {
    Advice(.takeBack, "If \(method.text) is there to break this cycle, call it. Otherwise: \(text)")
  }

  /// The advice where `part`, which is to change, belongs to another package than the one whose tests run.
  func concerning(_ part: String, inPackage name: String?) -> Advice {
    name.map { Advice(action, "\(text) The \(part) is in another package, \($0).") } ?? self
  }

  /// The same where `method` of an object in between may be there to break the cycle.
  func before(_ method: FunctionName) -> Advice {
    Advice(action, "\(text) Or call \(method.text), if it is there to break this cycle.")
  }
}
