/// Finds what is in C's structures, unions and arrays (DWARF 5, sections 5.5, *Array Type Entries*, and 5.7, *Structure,
/// Union, Class and Interface Type Entries*).
struct DebugTypeLayouts {
  /// A type's size, and what is in it that is no number.
  struct Layout {
    var size: UInt64
    var members: [DebugVariableType.Member] = []
  }

  private let information: DebugInformation
  /// How many types it may still look at.
  private var remaining = 1_000

  private static let deepest = 8
  private static let mostMembers = 512

  init(_ information: DebugInformation) {
    self.information = information
  }

  /// The layout of the type of `entry`; `nil` when it is not known, or too large to be told.
  mutating func layout(of entry: DebugEntry, in unit: DebugUnit, depth: Int = 0) -> Layout? {
    guard depth < Self.deepest, remaining > 0 else { return nil }
    remaining -= 1
    switch entry.tag {
    case DebugEntry.Tag.base, DebugEntry.Tag.enumeration: return Layout(size: entry.size ?? 0)
    case DebugEntry.Tag.pointer, DebugEntry.Tag.reference, DebugEntry.Tag.rvalueReference:
      return Layout(
        size: UInt64(unit.addressSize),
        members: [DebugVariableType.Member(offset: 0, type: .pointer)])
    case DebugEntry.Tag.structure, DebugEntry.Tag.classType, DebugEntry.Tag.union:
      return structure(of: entry, in: unit, depth: depth)
    case DebugEntry.Tag.array: return array(of: entry, in: unit, depth: depth)
    default: return nil
    }
  }

  private mutating func layout(
    ofTypeAt offset: UInt64?, in unit: DebugUnit, depth: Int
  ) -> Layout? {
    guard let offset, let (entry, home) = information.plainType(at: offset, of: unit) else {
      return nil
    }
    return layout(of: entry, in: home, depth: depth)
  }

  private mutating func structure(
    of entry: DebugEntry, in unit: DebugUnit, depth: Int
  ) -> Layout? {
    guard let size = entry.size else { return nil }
    var parts: [DebugEntry] = []
    var isKnown = true
    let isWhole = unit.forEachEntry(inside: entry.offset) { part, depth in
      guard depth == 1 else { return }
      switch part.tag {
      // What a class of C++ inherits is a part of it.
      case DebugEntry.Tag.member, DebugEntry.Tag.inheritance: parts.append(part)
      default: isKnown = isKnown && DebugEntry.tagsWithoutValues.contains(part.tag)
      }
    }
    guard isWhole, isKnown else { return nil }
    var result = Layout(size: size)
    for part in parts {
      guard let layout = layout(ofTypeAt: part.type, in: unit, depth: depth + 1),
        result.add(layout, at: part.memberOffset ?? 0), result.members.count <= Self.mostMembers
      else { return nil }
    }
    return result
  }

  private mutating func array(of entry: DebugEntry, in unit: DebugUnit, depth: Int) -> Layout? {
    var count: UInt64 = 1
    let isWhole = unit.forEachEntry(inside: entry.offset, limit: 16) { part, _ in
      guard part.tag == DebugEntry.Tag.subrange else { return }
      count = count.multipliedReportingOverflow(by: part.count ?? 0).partialValue
    }
    guard isWhole, let element = layout(ofTypeAt: entry.type, in: unit, depth: depth + 1) else {
      return nil
    }
    let (size, overflows) = element.size.multipliedReportingOverflow(by: count)
    guard !overflows else { return nil }
    var result = Layout(size: entry.size ?? size)
    if element.members.isEmpty {
      // There is no telling what stands in bytes: C++ makes objects of any type there.
      guard element.size == 1 else { return result }
      guard count / 8 <= UInt64(Self.mostMembers) else { return nil }
      result.members = (0..<count / 8).map {
        DebugVariableType.Member(offset: $0 * 8, type: .pointer)
      }
      return result
    }
    guard count <= UInt64(Self.mostMembers / element.members.count) else { return nil }
    for index in 0..<count {
      guard result.add(element, at: index * element.size) else { return nil }
    }
    return result
  }
}

extension DebugTypeLayouts.Layout {
  /// Adds what is in a part, and says whether it all lies within.
  fileprivate mutating func add(_ part: DebugTypeLayouts.Layout, at offset: UInt64) -> Bool {
    for member in part.members {
      let (position, overflows) = offset.addingReportingOverflow(member.offset)
      guard !overflows, position <= size else { return false }
      members.append(DebugVariableType.Member(offset: position, type: member.type))
    }
    return true
  }
}
