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
  /// The witness table: functions, size, stride, flags and extra inhabitant count.
  private var witnesses: Address { address.address(at: crt_fact_type_witnesses()) }

  /// The size in bytes of a variable of the type; a class's is that of a reference.
  package var size: Int {
    isClass ? 8 : Int(bitPattern: witnesses.word(at: crt_fact_witness_size()))
  }

  /// The distance in bytes between two variables of the type in an array.
  package var stride: Int {
    isClass ? 8 : Int(bitPattern: witnesses.word(at: crt_fact_witness_stride()))
  }

  /// The alignment in bytes, less one.
  package var alignmentMask: Int {
    isClass ? 7 : Int(witnessFlags) & crt_fact_witness_alignment_mask()
  }

  /// How many bit patterns of a reference stand for none.
  static let invalidReferenceCount = 4096

  /// How many bit patterns of the type stand for no value.
  var extraInhabitantCount: Int {
    isClass ? Self.invalidReferenceCount : Int(witnesses.uint32(at: crt_fact_witness_inhabitants()))
  }

  /// Whether destroying a variable of the type does anything.
  var ownsSomething: Bool { isClass || witnessFlags.hasBit(crt_fact_witness_owns_bit()) }

  /// Whether an existential keeps a value of the type in a box.
  var isStoredOutOfLine: Bool { !isClass && witnessFlags.hasBit(crt_fact_witness_boxed_bit()) }

  private var witnessFlags: UInt32 { witnesses.uint32(at: crt_fact_witness_flags()) }
}

// MARK: - Nominal types

extension TypeMetadata {
  /// The descriptor of a class, structure or enumeration; null for other types.
  var descriptor: ContextDescriptor {
    switch kind {
    case MetadataKind.class: classDescriptor
    case MetadataKind.struct, MetadataKind.enum, MetadataKind.optional:
      ContextDescriptor(address.address(at: crt_fact_value_descriptor()))
    default: ContextDescriptor(Address(0))
    }
  }

  /// Where the generic arguments are stored, as words.
  var genericArguments: Address {
    address + (isClass ? classDescriptor.immediateMembersOffset : crt_fact_value_arguments())
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
    let vector = Int(descriptor.address.uint32(at: crt_fact_value_descriptor_vector())) * 8
    return Int(address.uint32(at: vector + 4 * index))
  }
}

// MARK: - Optionals and existentials

extension TypeMetadata {
  /// The type of what an optional has.
  var optionalPayload: TypeMetadata { genericArgument(0) }

  /// Whether a variable of the type begins with a reference to an instance of a class that conforms to protocols.
  var isClassBoundExistential: Bool {
    kind == MetadataKind.existential
      && !existentialFlags.hasBit(crt_fact_existential_open_bit())
  }

  /// Whether it is that of errors: of the protocols that are special the first.
  var isErrorExistential: Bool {
    kind == MetadataKind.existential
      && existentialFlags >> UInt32(crt_fact_existential_special_shift()) & 0x3F == 1
  }

  var existentialFlags: UInt32 { address.uint32(at: crt_fact_existential_flags()) }

  /// How many protocols an existential type is of, and where they stand: behind the superclass, where it has one.
  var existentialProtocols: (count: Int, start: Address) {
    let hasSuperclass = existentialFlags.hasBit(crt_fact_existential_superclass_bit())
    let start = crt_fact_existential_protocols() + (hasSuperclass ? 8 : 0)
    return (Int(address.uint32(at: crt_fact_existential_count())), address + start)
  }

  /// Whether an existential type with constraints takes any value, only instances of classes, or types; else another number.
  var extendedExistentialKind: Int {
    let shape = address.address(at: crt_fact_extended_existential_shape())
    return Int(shape.uint32()) & crt_fact_extended_existential_mask()
  }
}

// MARK: - Classes

extension TypeMetadata {
  package var classDescriptor: ContextDescriptor {
    ContextDescriptor(address.address(at: crt_fact_class_descriptor()))
  }

  /// The size in bytes of an object's header, which is all of an instance without properties.
  package static let headerSize = 16

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

  var tupleCount: Int { Int(bitPattern: address.word(at: crt_fact_tuple_count())) }

  private func tupleElement(_ index: Int) -> Address {
    address + crt_fact_tuple_elements() + crt_fact_tuple_element_size() * index
  }

  func tupleType(_ index: Int) -> TypeMetadata { TypeMetadata(tupleElement(index).address()) }

  /// The elements of a tuple type; those without a label are labelled by their position.
  var tupleElements: [TupleElement] {
    let count = tupleCount
    let labels = address.address(at: crt_fact_tuple_labels())
    let names =
      labels.isNull
      ? []
      : labels.string().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return (0..<count).map { index in
      let name = index < names.count && !names[index].isEmpty ? names[index] : String(index)
      // The offset has 32 bits, and undefined padding after it, on all but Apple platforms.
      return TupleElement(
        label: name, type: tupleType(index),
        offset: Int(tupleElement(index).uint32(at: crt_fact_tuple_element_offset())))
    }
  }
}

// MARK: - Functions and other types

extension TypeMetadata {
  /// A function type's flags.
  private var functionFlags: UInt { address.word(at: crt_fact_function_flags()) }

  /// How a function is called: 0 as Swift's, with a context, 1 as a block.
  var functionConvention: UInt {
    functionFlags >> UInt(crt_fact_function_convention_shift()) & 0xFF
  }

  var isEscapingFunction: Bool {
    functionFlags >> UInt(crt_fact_function_escaping_bit()) & 1 != 0
  }

  var functionResult: TypeMetadata {
    TypeMetadata(address.address(at: crt_fact_function_result()))
  }

  var functionParameterCount: Int {
    Int(truncatingIfNeeded: functionFlags) & crt_fact_function_count_mask()
  }

  func functionParameter(_ index: Int) -> TypeMetadata {
    TypeMetadata(address.address(at: crt_fact_function_parameters() + 8 * index))
  }

  /// The type of which a metatype is.
  var metatypeInstance: TypeMetadata {
    TypeMetadata(address.address(at: crt_fact_metatype_instance()))
  }

  var fixedArrayCount: Int { Int(bitPattern: address.word(at: crt_fact_fixed_array_count())) }

  var fixedArrayElement: TypeMetadata {
    TypeMetadata(address.address(at: crt_fact_fixed_array_element()))
  }

  /// Where a box has its value, and of what type that is, by the metadata of the box.
  var boxContent: (offset: Int, type: TypeMetadata) {
    (
      Int(address.uint32(at: crt_fact_box_offset())),
      TypeMetadata(address.address(at: crt_fact_box_type()))
    )
  }
}

extension UInt32 {
  func hasBit(_ number: Int) -> Bool { self >> UInt32(number) & 1 != 0 }
}
