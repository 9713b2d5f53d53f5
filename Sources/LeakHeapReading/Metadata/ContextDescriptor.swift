import LeakBase

/// The static description of a module, an extension, or a nominal type.
///
/// Source: `TargetContextDescriptor` and its subclasses in `include/swift/ABI/Metadata.h`.
package struct ContextDescriptor: Hashable, Sendable {
  /// `ContextDescriptorKind` in `include/swift/ABI/MetadataValues.h`.
  package enum Kind {
    static let module: UInt32 = 0
    static let `extension`: UInt32 = 1
    static let anonymous: UInt32 = 2
    static let `protocol`: UInt32 = 3
    static let opaqueType: UInt32 = 4
    package static let `class`: UInt32 = 16
    static let `struct`: UInt32 = 17
    static let `enum`: UInt32 = 18
  }

  package let address: Address

  package init(_ address: Address) {
    self.address = address
  }

  var isNull: Bool { address.isNull }

  private var flags: UInt32 { address.uint32() }

  /// One of ``Kind``, or another number.
  package var kind: UInt32 { flags & 0x1F }

  var isGeneric: Bool { flags & 0x80 != 0 }

  /// Whether one of the generic parameters is a pack. Its argument is a list, which stands where others have a type.
  ///
  /// Source: `GenericContextDescriptorFlags` in `include/swift/ABI/GenericContext.h`: bit 0 of the 16 bits that follow the
  /// numbers of parameters, requirements and key arguments.
  var hasPacks: Bool {
    guard isGeneric, let header = genericHeader else { return false }
    return header.uint16(at: 6) & 1 != 0
  }

  /// How many generic parameters a type has, with those of the types that it is nested in.
  var genericParameterCount: Int {
    guard isGeneric, let header = genericHeader else { return 0 }
    return Int(header.uint16())
  }

  /// Where the numbers of generic parameters stand: behind the fields of the descriptor, and for a type behind two words
  /// of 32 bits (`TypeGenericContextDescriptorHeader`).
  var genericHeader: Address? {
    switch kind {
    case Kind.class: address + 44 + 8
    case Kind.struct, Kind.enum: address + 28 + 8
    default: nil
    }
  }

  var hasResilientSuperclass: Bool { flags & (1 << 29) != 0 }

  private var hasNegativeImmediateMembers: Bool { flags & (1 << 28) != 0 }

  /// The declared name, or an empty string for a context without one.
  package var name: String {
    switch kind {
    case Kind.module, Kind.protocol, Kind.class, Kind.struct, Kind.enum:
      let name = address.relative(at: 8)
      return name.isNull ? "" : name.string()
    default: return ""
    }
  }

  /// The context that this one is declared in, or null.
  package var parent: ContextDescriptor { ContextDescriptor(address.relativeIndirectable(at: 4)) }

  /// The name of the module that declares the context.
  package var module: String {
    var context = self
    // Deeper than any declaration is nested, parents that lead in a circle end.
    for _ in 0..<256 where !context.isNull {
      if context.kind == Kind.module { return context.name }
      context = context.parent
    }
    return ""
  }

  /// The stored properties or cases; null in a binary built without reflection metadata.
  var fields: FieldDescriptor { FieldDescriptor(address.relative(at: 16)) }

  // MARK: Enumerations

  /// How many cases of an enumeration carry a payload; they come first among ``fields``.
  var payloadCaseCount: Int { Int(address.uint32(at: 20) & 0xFF_FFFF) }

  /// How many cases of an enumeration carry none.
  var emptyCaseCount: Int { Int(address.uint32(at: 24)) }

  // MARK: Classes

  /// The offset in bytes from a class's metadata to what its own declaration adds: generic arguments first.
  var immediateMembersOffset: Int {
    if hasResilientSuperclass { return Int(bitPattern: address.relative(at: 24).word()) }
    if hasNegativeImmediateMembers { return -Int(address.uint32(at: 24)) * 8 }
    return (Int(address.uint32(at: 28)) - Int(address.uint32(at: 32))) * 8
  }
}
