import HeapReading

/// A short name for a finding, the same in every run and every build.
enum Fingerprint {
  /// Eight hexadecimal digits: the 32-bit FNV-1a hash of `parts`, which are kept apart.
  ///
  /// - Complexity: O(*n*) in the length of the parts.
  static func of(_ parts: [String]) -> String {
    var hash: UInt32 = 2_166_136_261
    func add(_ byte: UInt8) {
      hash ^= UInt32(byte)
      hash &*= 16_777_619
    }
    for part in parts {
      part.utf8.forEach(add)
      add(0)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension RetainPath {
  /// A short name for the reference to change: reports of the same defect share it, whichever object of the
  /// cycle was tracked.
  ///
  /// It covers the suspect and the property that holds the suspect's closure: their owners, names and
  /// targets, without positions.
  public var fingerprint: String {
    guard steps.indices.contains(suspect) else { return Fingerprint.of([start]) }
    var first = suspect
    while first > 0, steps[first - 1].target == nil { first -= 1 }
    return Fingerprint.of(steps[first...suspect].flatMap(\.identity))
  }
}

extension Holder {
  /// What tells the place from others in every run and every build: no lines, times or threads.
  var identity: [String] {
    guard case .place(let place, let path) = self else { return [] }
    let function = path.steps.lazy.compactMap(\.capture?.function).first
    return [place.kind.rawValue, place.name ?? function ?? "", place.variable ?? ""]
  }
}

extension Holder {
  /// The same without the positions of elements in collections.
  var withoutPositions: Holder {
    guard case .place(let place, var path) = self else { return self }
    path.references = []
    path.steps = path.steps.map(\.withoutPositions)
    return .place(place, path: path)
  }
}

extension RetainPath {
  /// The same without the positions of elements in collections.
  var withoutPositions: RetainPath {
    var path = self
    path.references = []
    path.steps = steps.map(\.withoutPositions)
    path.approach?.steps = approach?.steps.map(\.withoutPositions) ?? []
    path.further = further.map(\.withoutPositions)
    return path
  }
}

extension RetainPath.Step {
  /// The same without the positions of elements in collections.
  fileprivate var withoutPositions: RetainPath.Step {
    guard case .property(var property) = self else { return self }
    property.path = Self.withoutPositions(property.path)
    return .property(property)
  }
}

extension RetainPath.Step {
  /// What tells the step from others in every run and every build: no positions and no lines.
  var identity: [String] {
    switch self {
    case .property(let property):
      [
        "property", property.owner, RetainPath.Step.withoutPositions(property.path),
        property.target ?? "",
      ]
    case .capture(let capture):
      // Which method is stored cannot be told in every build; where it is stored can.
      [
        "capture",
        capture.storedIn.map { FunctionName.methodReferencePrefix + $0 } ?? capture.function,
        capture.target ?? "",
      ]
    }
  }

  /// `children[1].view` as `children[].view`.
  fileprivate static func withoutPositions(_ path: String) -> String {
    var result = ""
    var isInside = false
    for character in path {
      if character == "]" { isInside = false }
      if !isInside || !character.isNumber { result.append(character) }
      if character == "[" { isInside = true }
    }
    return result
  }
}
