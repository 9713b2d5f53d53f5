/// The change after which a reference no longer keeps its object alive.
package struct Remedy: Sendable, Hashable {
  /// The kind of change.
  package enum Action: String, Sendable, Hashable, Codable {
    /// Write `weak` in the capture list of a closure.
    case captureWeakly
    /// Replace a method or a local function with a closure that captures weakly.
    case storeWeakClosure
    /// Declare a property `weak`.
    case declareWeak
    /// Declare a property `unowned`, or make it optional and `weak`.
    case declareUnowned
    /// Remove the object from a collection, or from another object, when it is no longer needed.
    case takeOut
    /// Clear a variable when the object is no longer needed.
    case clear
    /// Call a method that ends what keeps the object alive.
    case call
    /// Write the code in another way, as the advice says.
    case rewrite
  }

  /// The kind of change.
  package var action: Action

  /// What to change, as the source names it: the captured variable, or the entry of the capture list, `view = context.view`;
  /// the method that is stored; the property, `Menu.commands`; what to remove the object from; the methods to call, `cancel()`.
  /// `nil` if it has no name, or if its name is not known.
  package var subject: String?

  /// The line of the closure, of the place where a method is stored, or of the property; `nil` if the binary does not contain it.
  package var place: RetainPath.SourceLine?

  /// The source edits that make the change, if the source is available, unchanged since it was compiled, and shows all of them.
  ///
  /// With all edits applied, the program compiles, and behaves as before while the object is alive.
  package var edits: [SourceEdit]

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

extension Remedy: Codable {
  private enum CodingKeys: String, CodingKey { case action, subject, place, edits }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Action.self, forKey: .action),
      subject: try container.decodeIfPresent(String.self, forKey: .subject),
      place: try container.decodeIfPresent(RetainPath.SourceLine.self, forKey: .place),
      edits: try container.decodeIfPresent([SourceEdit].self, forKey: .edits) ?? [])
  }

  /// Writes the edits only if there are any.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(action, forKey: .action)
    try container.encodeIfPresent(subject, forKey: .subject)
    try container.encodeIfPresent(place, forKey: .place)
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
  }
}
