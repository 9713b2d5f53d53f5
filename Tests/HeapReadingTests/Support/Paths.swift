import HeapModel
import HeapReading
import Testing

/// The shortest cycle through `object`, every edge of it, as in `Owner -.child-> Child -.owner-> Owner`;
/// `nil` when there is none.
func cycle(through object: AnyObject) throws -> String? {
  try withExtendedLifetime(object) {
    let snapshot = try HeapReader.shared.snapshot(
      from: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
    return snapshot.graph.shortestCycle(through: 0).map(snapshot.graph.text)
  }
}

/// What could not be read of the objects that `object` reaches.
func unread(from object: AnyObject) throws -> [String] {
  try withExtendedLifetime(object) {
    try HeapReader.shared.snapshot(
      from: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    ).unread
  }
}

extension HeapGraph {
  func text(of cycle: ReferenceCycle) -> String {
    cycle.references.reduce(typeText(of: 0)) { text, reference in
      text + " -\(labelText(of: reference))-> " + typeText(of: target(of: reference))
    }
  }

  /// The type's name without the tests' module.
  private func typeText(of object: ObjectID) -> String {
    let module = "HeapReadingTests."
    let name = type(of: object).name
    return name.replacing(module, with: "")
  }

  private func labelText(of reference: ReferenceID) -> String {
    let label = label(of: reference)
    var text =
      switch label.role {
      case .property: ""
      case .capture: "capture \(label.captureIndex)"
      case .element:
        references[reference].index < 0 ? "[member]" : "[\(references[reference].index)]"
      case .key: "[key]"
      case .value: "[value]"
      case .content: "content"
      }
    if !label.path.isEmpty { text += "." + label.path }
    if function(of: reference) != nil { text += "()" }
    if references[reference].confidence == .knownLayout { text += "*" }
    if references[reference].confidence == .conservative { text += "?" }
    return text
  }
}
