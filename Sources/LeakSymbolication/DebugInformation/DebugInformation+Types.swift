extension DebugInformation {
  /// The mangled name of the type at `offset`, if it is one of Swift's.
  func typeName(at offset: UInt64, of unit: DebugUnit) -> String? {
    if case .swift(let name) = type(at: offset, of: unit) { name } else { nil }
  }

  /// Whether the type at `offset` is that of something that cannot change.
  func isConstant(_ offset: UInt64, of unit: DebugUnit) -> Bool {
    let home = unit.contains(offset) ? unit : self.unit(containing: offset)
    return home?.entry(at: offset)?.tag == DebugEntry.Tag.const
  }

  /// The type at `offset`, behind what says that it is constant, and behind the structure without a name that the
  /// compiler puts around a generic type to tell its size.
  func type(at offset: UInt64, of unit: DebugUnit) -> DebugVariableType {
    guard let (entry, home) = plainType(at: offset, of: unit) else { return .unknown }
    if let name = swiftName(of: entry, in: home) {
      return name == Self.fixedBuffer ? .fixedBuffer : .swift(mangled: name)
    }
    switch entry.tag {
    case DebugEntry.Tag.pointer, DebugEntry.Tag.reference, DebugEntry.Tag.rvalueReference:
      return .pointer
    case DebugEntry.Tag.base, DebugEntry.Tag.enumeration: return .number
    case DebugEntry.Tag.structure, DebugEntry.Tag.classType, DebugEntry.Tag.union,
      DebugEntry.Tag.array:
      var layouts = DebugTypeLayouts(self)
      guard let layout = layouts.layout(of: entry, in: home) else { return .unknown }
      return .structure(size: layout.size, members: layout.members)
    default: return .unknown
    }
  }

  /// The entry of the type at `offset`, behind other names and what says that it is constant.
  func plainType(
    at offset: UInt64, of unit: DebugUnit
  ) -> (entry: DebugEntry, unit: DebugUnit)? {
    var next: UInt64? = offset
    var unit = unit
    for _ in 0..<16 {
      guard let offset = next,
        let home = unit.contains(offset) ? unit : self.unit(containing: offset),
        let entry = home.entry(at: offset)
      else { return nil }
      unit = home
      if swiftName(of: entry, in: unit) != nil { return (entry, unit) }
      switch entry.tag {
      case DebugEntry.Tag.const, DebugEntry.Tag.volatile, DebugEntry.Tag.restrict,
        DebugEntry.Tag.atomic, DebugEntry.Tag.typeAlias:
        next = entry.type
      case DebugEntry.Tag.structure where entry.isSwift:
        next = nil
        _ = home.forEachEntry(inside: offset, limit: 8) { member, _ in
          if member.tag == DebugEntry.Tag.member { next = next ?? member.type }
        }
      default: return (entry, unit)
      }
    }
    return nil
  }

  /// The name that a type of Swift's has in its entry.
  private func swiftName(of entry: DebugEntry, in unit: DebugUnit) -> String? {
    guard let name = (entry.linkageName ?? entry.name).flatMap(unit.text), name.hasPrefix("$s")
    else { return nil }
    return name
  }

  /// The name of the structure that stands for a type whose size the compiler did not know.
  ///
  /// Source: the compiler's `lib/IRGen/IRGenDebugInfo.cpp`.
  private static let fixedBuffer = "$swift.fixedbuffer"
}
