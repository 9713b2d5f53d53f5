import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

extension HeapGraph {
  /// The name of the type of `object`.
  func typeName(of object: ObjectID) -> TypeName { TypeName(type(of: object).name) }

  /// What a path calls `object`: the name of its type, with its modules. A closure has no type of its own.
  func qualifiedName(of object: ObjectID) -> String {
    type(of: object).kind == .closureContext ? "closure" : typeName(of: object).qualified
  }

  /// Where among the elements of its collection `reference` is: `[2]`, `[key]`, `[value]`, `[member]`.
  ///
  /// Where a hashed collection keeps an element differs from run to run, and is left out.
  func position(of reference: ReferenceID) -> String {
    switch label(of: reference).role {
    case .property:
      let index = references[reference].index
      return index >= 0 && label(of: reference).isElementOfInlineArray ? "[\(index)]" : ""
    case .capture, .content: return ""
    case .key: return "[key]"
    case .value: return "[value]"
    case .element:
      let index = references[reference].index
      if type(of: source(of: reference)).kind == .setStorage { return "[member]" }
      return index < 0 ? "[element]" : "[\(index)]"
    }
  }

  /// `references` as the JSON form has them; `sources` are the objects that hold them.
  func described(
    _ references: [ReferenceID], from sources: [ObjectID], name: (FunctionID) -> FunctionName?
  ) -> [RetainPath.Reference] {
    // Those of a long cycle are much the same.
    struct Kind: Hashable {
      var source: UInt32
      var reference: HeapReference
      var function: FunctionID?
    }
    var known: [Kind: RetainPath.Reference] = [:]
    var last: (kind: Kind, description: RetainPath.Reference)?
    return zip(references, sources).map { reference, source in
      var kind = Kind(
        source: objects[source].type, reference: self.references[reference],
        function: function(of: reference))
      kind.reference.target = objects[target(of: reference)].type
      if let last, last.kind == kind { return last.description }
      let description = known[kind] ?? described(reference, name: name)
      known[kind] = description
      last = (kind, description)
      return description
    }
  }

  /// `reference` as the JSON form has it.
  private func described(
    _ reference: ReferenceID, name: (FunctionID) -> FunctionName?
  ) -> RetainPath.Reference {
    let label = label(of: reference)
    let names = label.path.isEmpty ? "" : "." + label.path
    let text =
      switch label.role {
      case .property: names
      case .content: "content" + names
      case .capture:
        (label.captureIndex < 0 ? "capture" : "capture \(label.captureIndex)") + names
      case .element, .key, .value:
        type(of: source(of: reference)).visibility == .program
          ? names + position(of: reference) : position(of: reference) + names
      }
    return RetainPath.Reference(
      source: typeName(of: source(of: reference)).qualified, label: text,
      target: typeName(of: target(of: reference)).qualified,
      function: function(of: reference).flatMap(name)?.text,
      confidence: RetainPath.Confidence(references[reference].confidence))
  }
}

extension ReferenceLabel {
  /// The path without what the compiler and the standard library add to the names of the program.
  var displayPath: String {
    var names = path.split(separator: ".")[...]
    for storage in Self.hiddenFields where names.suffix(storage.count).elementsEqual(storage) {
      names = names.dropLast(storage.count)
    }
    // What a continuation keeps to see that it is resumed once (`stdlib/public/Concurrency/CheckedContinuation.swift`).
    if names.last == "canary", declaredType.contains("CheckedContinuation<") { names.removeLast() }
    if isElementOfInlineArray { names.removeLast() }
    return names.map { Self.publicNames[$0] ?? $0 }.joined(separator: ".")
  }

  /// Whether the path leads to the elements of an `InlineArray`, which is part of the object, and to nothing inside them.
  fileprivate var isElementOfInlineArray: Bool {
    path.hasSuffix("._storage") && declaredType.contains("InlineArray<")
  }

  /// The public names of properties that system classes store under names of their own.
  ///
  /// Source: swift-corelibs-foundation, `Sources/Foundation/Operation.swift`.
  private static let publicNames: [Substring: Substring] = ["__completion": "completionBlock"]

  /// The fields by which the standard library's collections refer to their storage, and an `AnyHashable` to its value.
  private static let hiddenFields: [[Substring]] = [
    ["_buffer", "_storage"], ["_buffer", "owner"], ["_variant", "object", "rawValue"],
    ["_box", "_baseHashable"],
  ]
}

extension RetainPath.Confidence {
  init(_ confidence: Confidence) {
    self =
      switch confidence {
      case .exact: .exact
      case .knownLayout: .knownLayout
      case .conservative: .conservative
      }
  }
}
