import CLeakBase
import LeakBase

/// The runtime's description of a type.
///
/// Source of the layouts: `include/swift/ABI/Metadata.h`, as compiled for 64-bit systems.
package struct TypeMetadata: Hashable, Sendable {
  package let address: Address

  package init(_ address: Address) {
    self.address = address
  }

  package init(_ type: Any.Type) {
    address = Address(of: type)
  }

  /// One of ``MetadataKind``.
  package var kind: UInt {
    let kind = address.word()
    return kind > MetadataKind.lastEnumerated ? MetadataKind.class : kind
  }

  package var isClass: Bool { kind == MetadataKind.class }

  /// The type as a value. The runtime follows it: all that it leads to must have been read before.
  var typeForTheRuntime: Any.Type { unsafeBitCast(address.pointer, to: Any.Type.self) }

  /// The type's name with its module, without what differs from run to run.
  package var name: String { TypeNameReader.name(of: self) ?? "a type without a name" }
}

// MARK: - Value witnesses

extension TypeMetadata {
  // The witness table: eight functions, size, stride, flags and extra inhabitant count
  // (include/swift/ABI/ValueWitness.def).
  private var witnesses: Address { address.address(at: -8) }

  /// The size in bytes of a variable of the type; a class's is that of a reference.
  package var size: Int { isClass ? 8 : Int(bitPattern: witnesses.word(at: 64)) }

  /// The distance in bytes between two variables of the type in an array.
  package var stride: Int { isClass ? 8 : Int(bitPattern: witnesses.word(at: 72)) }

  /// The alignment in bytes, less one.
  package var alignmentMask: Int { isClass ? 7 : Int(witnessFlags & 0xFF) }

  /// How many bit patterns of the type stand for no value.
  var extraInhabitantCount: Int { isClass ? 4096 : Int(witnesses.uint32(at: 84)) }

  /// Whether destroying a variable of the type does anything.
  var ownsSomething: Bool { isClass || witnessFlags & 0x1_0000 != 0 }

  /// Whether an existential keeps a value of the type in a box.
  var isStoredOutOfLine: Bool { !isClass && witnessFlags & 0x2_0000 != 0 }

  private var witnessFlags: UInt32 { witnesses.uint32(at: 80) }
}

// MARK: - Nominal types

extension TypeMetadata {
  /// The descriptor of a class, structure or enumeration; null for other types.
  var descriptor: ContextDescriptor {
    switch kind {
    case MetadataKind.class: classDescriptor
    case MetadataKind.struct, MetadataKind.enum, MetadataKind.optional:
      ContextDescriptor(address.address(at: 8))
    default: ContextDescriptor(Address(0))
    }
  }

  /// Where the generic arguments are stored, as words.
  var genericArguments: Address {
    isClass ? address + classDescriptor.immediateMembersOffset : address + 16
  }

  /// The generic argument at `index`, which must be a type.
  func genericArgument(_ index: Int) -> TypeMetadata {
    TypeMetadata(genericArguments.address(at: 8 * index))
  }

  /// The position of the field `name` among those that the type itself declares.
  package func indexOfField(named name: String) -> Int? {
    let fields = descriptor.fields
    if fields.isNull { return nil }
    return (0..<fields.count).first { fields[$0].name == name }
  }

  /// The offset in bytes of the field at `index` among those that the type itself declares.
  package func fieldOffset(_ index: Int) -> Int {
    if isClass {
      let descriptor = classDescriptor
      var vector = Int(descriptor.address.uint32(at: crt_fact_class_descriptor_vector())) * 8
      if descriptor.hasResilientSuperclass { vector += descriptor.immediateMembersOffset }
      return Int(bitPattern: address.word(at: vector + 8 * index))
    }
    let vector = Int(descriptor.address.uint32(at: 24)) * 8
    return Int(address.uint32(at: vector + 4 * index))
  }
}

// MARK: - Optionals and existentials

extension TypeMetadata {
  /// The type of what an optional has.
  var optionalPayload: TypeMetadata { TypeMetadata(address.address(at: 16)) }

  /// Whether a variable of the type begins with a reference to an instance of a class that conforms to protocols.
  var isClassBoundExistential: Bool {
    kind == MetadataKind.existential && address.uint32(at: 8) & 0x8000_0000 == 0
  }
}

// MARK: - Classes

extension TypeMetadata {
  package var classDescriptor: ContextDescriptor {
    ContextDescriptor(address.address(at: crt_fact_class_descriptor()))
  }

  /// The size in bytes of an instance without tail allocation.
  var instanceSize: Int { Int(address.uint32(at: crt_fact_class_instance_size())) }

  /// The metadata of the superclass, or null.
  var superclass: TypeMetadata { TypeMetadata(address.address(at: crt_fact_class_superclass())) }

  /// How much of a class's metadata must be there to be read.
  static var shortestClass: Int { max(48, crt_fact_class_descriptor() + 8) }
}

// MARK: - Tuples

extension TypeMetadata {
  /// An element of a tuple type.
  struct TupleElement {
    let label: String
    let type: TypeMetadata
    let offset: Int
  }

  /// The elements of a tuple type; those without a label are labelled by their position.
  var tupleElements: [TupleElement] {
    let count = Int(bitPattern: address.word(at: 8))
    let labels = address.address(at: 16)
    let names =
      labels.isNull
      ? []
      : labels.string().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return (0..<count).map { index in
      let element = address + 24 + 16 * index
      let name = index < names.count && !names[index].isEmpty ? names[index] : String(index)
      // The offset has 32 bits, and undefined padding after it, on all but Apple platforms.
      return TupleElement(
        label: name, type: TypeMetadata(element.address()), offset: Int(element.uint32(at: 8)))
    }
  }
}
