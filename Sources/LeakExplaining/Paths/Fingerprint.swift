import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// A short name for a finding, the same in every run of one build configuration: an optimised build may lack names that it is made of.
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
  /// A short name for the reference to change. Reports of the same defect share it, whichever objects were checked, and whichever
  /// specialization of a generic type they belong to.
  ///
  /// It depends only on where the reference is declared: on the property, with the type that declares it, or on the function and
  /// its capture. For a property of the type `Any`, the type of its value counts as well, because other code has put it there. If
  /// no code of the program is known for it (a list of the system, a closure without a symbol), the path to the reference counts.
  public var fingerprint: String {
    guard steps.indices.contains(suspect) else {
      return Fingerprint.of(
        ["lost", TypeName(approach?.start ?? start).nominal] + wayFromLostRetain)
    }
    var first = suspect
    while first > 0, !steps[first].isDeclaredByProgram { first -= 1 }
    return Fingerprint.of(steps[first...suspect].flatMap(\.identity))
  }
}

extension RetainPath {
  /// What tells the object whose retain was lost, where its type is not the program's: the way from it to the first declaration of the
  /// program's, or to the object that was to go.
  private var wayFromLostRetain: [String] {
    guard let approach, !TypeName(approach.start).isProgram else { return [] }
    let steps = approach.steps
    let end = steps.firstIndex(where: \.isDeclaredByProgram)
    let way = steps.prefix(end.map { $0 + 1 } ?? steps.count).flatMap(\.identity)
    return end == nil ? way + [TypeName(start).nominal] : way
  }
}

extension RetainPath.Step {
  /// Whether the reference is known by a declaration of the program's.
  var isDeclaredByProgram: Bool {
    switch kind {
    // The value of a task is whatever the task is for.
    case .property(let property): TypeName(property.owner).isProgram
    // Which method is stored is not known in every build, and several may be stored in one function.
    case .capture(let capture):
      capture.module.map { !HeapObjectType.isToolchains(module: $0) } == true
        && capture.storedIn == nil
        && !capture.function.hasPrefix(FunctionName.methodReferencePrefix)
    }
  }
}

extension RetainPath.Step {
  /// The same without the positions of elements in collections.
  var withoutPositions: RetainPath.Step {
    guard case .property(var property) = kind else { return self }
    property.path = Self.withoutPositions(property.path)
    return .property(property)
  }
}

extension RetainPath.Step {
  /// What tells the step from others in every run: no positions and no lines.
  var identity: [String] {
    switch kind {
    case .property(let property): identity(ofProperty: property)
    case .capture(let capture): identity(ofCapture: capture)
    }
  }

  private func identity(ofProperty property: Property) -> [String] {
    var parts = ["property", TypeName(property.declaringClass ?? property.owner).nominal]
    parts.append(RetainPath.Step.withoutPositions(property.path))
    parts.append(isDeclaredByProgram && !property.isInAny ? "" : nominalTarget)
    // A stripped library of the toolchain's has none.
    if isDeclaredByProgram, let discriminator = property.discriminator {
      parts.append(discriminator)
    }
    return parts
  }

  private func identity(ofCapture capture: Capture) -> [String] {
    let method = capture.storedIn.map { FunctionName.methodReferencePrefix + $0 }
    var parts = ["capture", capture.module ?? "", method ?? capture.function]
    parts.append(capture.functionType ?? "")
    parts.append(
      capture.position.map { "\($0)" } ?? (capture.canBeSelf ? "self" : nominalTarget))
    if let discriminator = capture.discriminator { parts.append(discriminator) }
    return parts
  }

  private var nominalTarget: String { target.map { TypeName($0).nominal } ?? "" }

  /// `children[1].view` as `children[].view`.
  static func withoutPositions(_ path: String) -> String {
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
