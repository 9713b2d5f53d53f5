extension LeakReport {
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
      /// The object is to be taken out of a collection, or of another object, when it is no longer needed.
      case takeOut
      /// A variable is to be cleared when the object is no longer needed.
      case clear
      /// A method is to be called that ends what keeps the object.
      case call
      /// The code is to be written in another way, as the advice says.
      case rewrite
    }

    /// What is to be done.
    public package(set) var action: Action

    /// What it is to be done to, as the source names it: the captured variable, or the entry of the capture list, `view = context.view`;
    /// the method that is stored; the property, `Menu.commands`; what the object is to be taken out of; the methods to call, `cancel()`.
    /// `nil` where it has no name, or none that is known.
    public package(set) var subject: String?

    /// Where that is: the closure, the place where a method is stored, or the property; `nil` where the binary does not say.
    public package(set) var place: RetainPath.SourceLine?

    /// The changes of the source that do so, where it is at hand, unchanged since it was compiled, and tells them all.
    ///
    /// Applied together they leave a program that compiles, and does what it did while the object is there.
    public package(set) var edits: [SourceEdit]

    /// Creates a remedy from its parts.
    package init(
      _ action: Action, subject: String? = nil, place: RetainPath.SourceLine? = nil,
      edits: [SourceEdit] = []
    ) {
      self.action = action
      self.subject = subject
      self.place = place
      self.edits = edits
    }
  }
}

package typealias Remedy = LeakReport.Remedy

extension Remedy: Codable {
  private enum CodingKeys: String, CodingKey { case action, subject, place, edits }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Action.self, forKey: .action),
      subject: try container.decodeIfPresent(String.self, forKey: .subject),
      place: try container.decodeIfPresent(RetainPath.SourceLine.self, forKey: .place),
      edits: try container.decodeIfPresent([SourceEdit].self, forKey: .edits) ?? [])
  }

  /// Edits are written where there are some.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(action, forKey: .action)
    try container.encodeIfPresent(subject, forKey: .subject)
    try container.encodeIfPresent(place, forKey: .place)
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
  }
}
