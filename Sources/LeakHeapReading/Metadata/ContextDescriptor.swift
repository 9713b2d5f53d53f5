import CLeakBase
import LeakBase

/// The static description of a module, an extension, or a nominal type.
///
/// Source: `TargetContextDescriptor` and its subclasses in `include/swift/ABI/Metadata.h`.
package struct ContextDescriptor: Hashable, Sendable {
  /// `ContextDescriptorKind` in `include/swift/ABI/MetadataValues.h`.
  package enum Kind {
    static var module: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_module()) }
    static var `extension`: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_extension()) }
    static var anonymous: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_anonymous()) }
    static var `protocol`: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_protocol()) }
    /// Follows a protocol.
    static var opaqueType: UInt32 { `protocol` + 1 }
    package static var `class`: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_class()) }
    static var `struct`: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_struct()) }
    static var `enum`: UInt32 { UInt32(truncatingIfNeeded: crt_fact_descriptor_enum()) }
  }

  package let address: Address

  package init(_ address: Address) {
    self.address = address
  }

  var isNull: Bool { address.isNull }

  private var flags: UInt32 { address.uint32() }

  /// One of ``Kind``, or another number.
  package var kind: UInt32 { flags & UInt32(crt_fact_descriptor_kind_mask()) }

  /// Whether it is of a kind that is known: up to opaque types, or one of types.
  var isKnown: Bool { kind <= Kind.opaqueType || Self.isType(kind) }

  private static func isType(_ kind: UInt32) -> Bool {
    kind == Kind.class || kind == Kind.struct || kind == Kind.enum
  }

  /// Whether it has a name of its own.
  var isNamed: Bool { kind == Kind.module || kind == Kind.protocol || Self.isType(kind) }

  var isGeneric: Bool { flags.hasBit(crt_fact_descriptor_generic_bit()) }

  /// Whether one of the generic parameters is a pack. Its argument is a list, which stands where others have a type.
  var hasPacks: Bool { genericFlags & 0b001 != 0 }

  /// Whether one of the generic parameters is a value. Its argument is an integer.
  var hasValues: Bool { genericFlags & 0b100 != 0 }

  /// The 16 bits that follow the numbers of parameters, requirements and key arguments, or 0.
  ///
  /// Source: `GenericContextDescriptorFlags` in `include/swift/ABI/GenericContext.h`: bit 0 is of packs, bit 1 of conditional
  /// requirements to be copied, bit 2 of values.
  private var genericFlags: UInt16 {
    guard isGeneric, let header = genericHeader else { return 0 }
    return header.uint16(at: crt_fact_generic_flags())
  }

  /// How many generic parameters a type has, with those of the types that it is nested in.
  var genericParameterCount: Int {
    guard isGeneric, let header = genericHeader else { return 0 }
    return Int(header.uint16())
  }

  /// Where the numbers of generic parameters stand.
  var genericHeader: Address? {
    switch kind {
    case Kind.class: address + crt_fact_class_descriptor_generics()
    case Kind.struct, Kind.enum: address + crt_fact_value_descriptor_generics()
    default: nil
    }
  }

  // The flags of a class have these three bits side by side (`TypeContextDescriptorFlags` in
  // `include/swift/ABI/MetadataValues.h`).

  var overridesMethods: Bool { flags.hasBit(crt_fact_descriptor_override_bit()) }

  var hasResilientSuperclass: Bool { flags.hasBit(crt_fact_descriptor_override_bit() - 1) }

  private var hasNegativeImmediateMembers: Bool {
    flags.hasBit(crt_fact_descriptor_override_bit() - 2)
  }

  /// Whether it is of a class that is an actor (`Class_IsActor`, seven bits below).
  var isActor: Bool { kind == Kind.class && flags.hasBit(crt_fact_descriptor_override_bit() - 7) }

  /// The declared name, or an empty string for a context without one.
  package var name: String {
    guard isNamed else { return "" }
    let name = address.relative(at: crt_fact_descriptor_name())
    return name.isNull ? "" : name.string()
  }

  /// The context that this one is declared in, or null.
  package var parent: ContextDescriptor {
    ContextDescriptor(address.relativeIndirectable(at: crt_fact_descriptor_parent()))
  }

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
  var fields: FieldDescriptor {
    FieldDescriptor(address.relative(at: crt_fact_descriptor_fields()))
  }

  // MARK: Enumerations

  /// How many cases of an enumeration carry a payload; they come first among ``fields``.
  var payloadCaseCount: Int {
    Int(address.uint32(at: crt_fact_enum_payloads())) & crt_fact_enum_payloads_mask()
  }

  /// How many cases of an enumeration carry none.
  var emptyCaseCount: Int { Int(address.uint32(at: crt_fact_enum_empties())) }

  // MARK: Classes

  /// The offset in bytes from a class's metadata to what its own declaration adds: generic arguments first.
  var immediateMembersOffset: Int {
    if hasResilientSuperclass {
      return Int(bitPattern: address.relative(at: crt_fact_class_descriptor_negative()).word())
    }
    if hasNegativeImmediateMembers { return -negativeSize * 8 }
    let members = address.uint32(at: crt_fact_class_descriptor_members())
    return (Int(address.uint32(at: crt_fact_class_descriptor_positive())) - Int(members)) * 8
  }

  /// How many words of a class's metadata are before its address.
  var negativeSize: Int {
    Int(address.uint32(at: crt_fact_class_descriptor_negative()))
  }
}
