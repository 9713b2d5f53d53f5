import LeakHeapModel

extension HeapGraph {
  /// Every edge of `cycle`, begun at object 0.
  ///
  /// Function values end in `()`, references known by layout in `*`, conservative ones in `?`.
  func text(of cycle: ReferenceCycle) -> String {
    cycle.references.reduce(typeText(of: 0)) { text, reference in
      text + " -\(labelText(of: reference))-> " + typeText(of: target(of: reference))
    }
  }

  /// The type's name without the tests' module.
  func typeText(of object: ObjectID) -> String {
    type(of: object).name.replacing("HeapReadingTests.", with: "")
  }

  func labelText(of reference: ReferenceID) -> String {
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
