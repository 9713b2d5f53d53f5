/// What is required of generic parameters: names of fields begin with it, and existentials with constraints, `any Repository<User>`, end
/// with it. It does not decide how a value is laid out.
///
/// Source: `demangleGenericRequirement` and `demangleConstrainedExistentialRequirementList` in `lib/Demangling/Demangler.cpp` of the
/// Swift repository.
extension MangledExpansion {
  private static let kinds = Set("bclmpst_dz".utf8)

  mutating func requirement() -> Bool {
    let name = rest
    // Others than these are of packs, of noncopyable types and of substitutions.
    guard let kind = rest.first, kind.isDigit || Self.kinds.contains(kind) else { return false }
    let isOfAssociatedType = ["c", "m", "p", "t"].contains { kind == $0 }
    // What begins with none of these is a protocol's, and begins with the parameter.
    if isOfAssociatedType || ["b", "l", "s"].contains(where: { kind == $0 }) {
      rest = rest.dropFirst()
    }
    guard takeParameter() else { return false }
    var parts: [Element] = []
    if isOfAssociatedType {
      let owner = pop(.type)
      guard let name = pop(.identifier) else { return false }
      parts = [name, owner].compactMap(\.self)
      // A later type is not made of it: without its protocol, which may be left out here, the runtime does not find it.
      substitutions.append(Element(.requirement, []))
    }
    switch kind {
    case "l", "m":
      guard let layout = take(),
        ["B", "C", "D", "N", "R", "T", "U"].contains(where: { layout == $0 })
      else { return false }
    case "b", "c", "s", "t":
      guard let type = pop(.type) else { return false }
      parts.insert(type, at: 0)
    default:
      guard let type = popProtocol() else { return false }
      parts.insert(type, at: 0)
    }
    let operation = String(decoding: name.prefix(name.count - rest.count), as: UTF8.self)
    return combine(parts, "R" + operation, as: .requirement)
  }

  /// Takes the name of a generic parameter: the first, one of the first depth by its index, one of another depth, or that of an
  /// existential with constraints.
  private mutating func takeParameter() -> Bool {
    switch rest.first {
    case "z"?, "s"?:
      rest = rest.dropFirst()
      return true
    case "d"?:
      rest = rest.dropFirst()
      return takeIndex() != nil && takeIndex() != nil
    default: return takeIndex() != nil
    }
  }

  /// Takes what is required of a generic type's parameters, and how many these are. What follows is the name of a type.
  mutating func signature(hasCounts: Bool) -> Bool {
    while hasCounts, let byte = rest.first, byte != "l" {
      if byte == "z" { rest = rest.dropFirst() } else if takeIndex() == nil { return false }
    }
    if hasCounts { rest = rest.dropFirst() }
    while pop(.requirement) != nil {}
    return stack.isEmpty
  }

  /// Makes an existential with constraints. The runtime does not find it by its text: values are laid out as those of the one without
  /// are.
  mutating func constrainedExistential() -> Bool {
    var parts: [Element] = []
    var isFirst = false
    repeat {
      // The mark stands behind the first.
      let marker = pop(.marker)
      guard let requirement = pop(.requirement) else { return false }
      parts = [requirement, marker].compactMap(\.self) + parts
      isFirst = marker != nil
    } while !isFirst
    guard let type = pop(.type) else { return false }
    let text = ([type] + parts).flatMap(\.text) + Array("XP".utf8)
    push(Element(.type, text, encoded: type.encoded))
    return true
  }
}
