import CLeakBase
import LeakBase
import LeakSymbolication

/// Types that are made to be compared.
///
/// Each is compared with what the compiler knows of it: `MemoryLayout`, the type's name, its properties and their order.
extension LayoutCheck {
  class Base {
    let number = 0x5EED
  }

  private final class Derived: Base {
    let other: Base? = nil
    let second = 2
    let third = 3
    let last = 0x7A57
  }

  protocol Free {}

  struct Plain: Free {
    var number: Int32
    let object: Base
    var isLast: Bool
  }

  private struct Entry<Key, Value> {
    let key: Key
    let value: Value
  }

  private struct Large {
    let words: (Int, Int, Int, Int)
  }

  private enum Choice {
    case first(Base)
    case second(Int)
    indirect case third(Base)
    case fourth
    case fifth
  }

  /// Another one: a number may stand by chance where one is looked for.
  private enum OtherChoice {
    case first(Base)
    case second, third, fourth, fifth, sixth, seventh
  }

  private final class Holder<Content: AnyObject>: Base {
    let content: Content? = nil
  }

  private struct Pair<First, Second> {}

  private struct Many<each Element> {
    struct More<each Other> {}
  }

  /// Whether the metadata of types says what is known of them.
  static func typesHold(in map: KeptMap) -> Bool {
    pointersHold() && kindsHold() && witnessesHold(in: map) && structuresHold()
      && enumerationsHold() && classesHold(in: map) && contextsOfTypesHold() && genericsHold()
      && requirementsHold()
      && valueGenericsHold() && structuralTypesHold() && boxesHold()
  }

  /// The runtime says which bits of a pointer are spare.
  private static func pointersHold() -> Bool {
    let spare = Address(symbol: "_swift_debug_multiPayloadEnumPointerSpareBitsMask")
    return spare.isNull || Processor.pointerBits == ~spare.word()
  }

  // MARK: All types

  private static func kindsHold() -> Bool {
    let kinds: [(Any.Type, UInt)] = [
      (Base.self, MetadataKind.class), (Plain.self, MetadataKind.struct),
      (Choice.self, MetadataKind.enum), (Base?.self, MetadataKind.optional),
    ]
    let opaque = Address(symbol: "$sBpN")
    return kinds.allSatisfy { TypeMetadata($0.0).kind == $0.1 }
      // Made of the flags of those that are no types, of those that are on the heap, and of the runtime's own.
      && MetadataKind.lastEnumerated
        == MetadataKind.heapGenericLocalVariable | MetadataKind.struct | 0xFF
      && (opaque.isNull || RuntimeSymbols().rawPointer.word() == MetadataKind.opaque)
  }

  private static func witnessesHold(in map: KeptMap) -> Bool {
    let plain = TypeMetadata(Plain.self)
    let choice = TypeMetadata(Choice.self)
    func hasLayout<Value>(of type: Value.Type) -> Bool {
      let metadata = TypeMetadata(type)
      return metadata.size == MemoryLayout<Value>.size
        && metadata.stride == MemoryLayout<Value>.stride
        && metadata.alignmentMask == MemoryLayout<Value>.alignment - 1
    }
    return hasLayout(of: Plain.self) && hasLayout(of: Large.self) && hasLayout(of: Int16.self)
      && plain.ownsSomething && !plain.isStoredOutOfLine
      && !TypeMetadata(Large.self).ownsSomething && TypeMetadata(Large.self).isStoredOutOfLine
      && TypeMetadata(Bool.self).extraInhabitantCount == 254
      && TypeMetadata(Int.self).extraInhabitantCount == 0 && hasEnumWitnesses(choice, in: map)
  }

  /// The functions that only enumerations have follow the flags and the extra inhabitants.
  private static func hasEnumWitnesses(_ type: TypeMetadata, in map: KeptMap) -> Bool {
    let witnesses = type.address.address(at: crt_fact_type_witnesses())
    let (tag, project) = (crt_fact_witness_enum_tag(), crt_fact_witness_enum_project())
    return tag == crt_fact_witness_inhabitants() + 4 && project == tag + 8
      && isCode(witnesses.address(at: tag), in: map)
      && isCode(witnesses.address(at: project), in: map)
  }

  // MARK: Structures, enumerations and classes

  /// Whether the fields have these names and types. A binary without reflection metadata says nothing of any.
  private static func areRight(
    _ fields: FieldDescriptor, _ expected: [(name: String, type: String?, isVariable: Bool)]
  ) -> Bool {
    if fields.isNull { return TypeMetadata(Derived.self).descriptor.fields.isNull }
    guard fields.count == expected.count else { return false }
    return expected.enumerated().allSatisfy { index, field in
      fields[index].name == field.name && fields[index].isVariable == field.isVariable
        && (field.type.map { fields[index].type?.text == $0 } ?? true)
    }
  }

  private static func structuresHold() -> Bool {
    let plain = TypeMetadata(Plain.self)
    let descriptor = plain.descriptor
    guard !descriptor.isNull, LoadedImage.bias(at: descriptor.address.bits) != nil,
      descriptor.kind == ContextDescriptor.Kind.struct, descriptor.name == "Plain",
      !descriptor.isGeneric,
      areRight(
        descriptor.fields,
        [("number", nil, true), ("object", nil, false), ("isLast", "Sb", true)])
    else { return false }
    return [
      MemoryLayout<Plain>.offset(of: \.number), MemoryLayout<Plain>.offset(of: \.object),
      MemoryLayout<Plain>.offset(of: \.isLast),
    ] == (0..<3).map(plain.fieldOffset)
      // Of a generic one the offsets lie elsewhere in the metadata: structures that are alike lie side by side.
      && (0..<2).map(TypeMetadata(Entry<Int32, Base>.self).fieldOffset) == [0, 8]
      && TypeMetadata(Base?.self).optionalPayload == TypeMetadata(Base.self)
  }

  private static func enumerationsHold() -> Bool {
    let descriptor = TypeMetadata(Choice.self).descriptor
    guard descriptor.kind == ContextDescriptor.Kind.enum, descriptor.name == "Choice",
      descriptor.payloadCaseCount == 3, descriptor.emptyCaseCount == 2
    else { return false }
    let other = TypeMetadata(OtherChoice.self).descriptor
    guard other.payloadCaseCount == 1, other.emptyCaseCount == 6 else { return false }
    let fields = descriptor.fields
    if fields.isNull { return TypeMetadata(Derived.self).descriptor.fields.isNull }
    guard fields.count == 5 else { return false }
    let names = (0..<5).map { fields[$0].name }
    return Set(names) == ["first", "second", "third", "fourth", "fifth"]
      && (0..<5).filter { fields[$0].isIndirectCase }.map { names[$0] } == ["third"]
  }

  private static func classesHold(in map: KeptMap) -> Bool {
    let base = TypeMetadata(Base.self)
    let derived = TypeMetadata(Derived.self)
    guard derived.isClass, derived.superclass == base, base.instanceSize == 24,
      derived.instanceSize == 56
    else { return false }
    let descriptor = derived.classDescriptor
    guard !descriptor.isNull, LoadedImage.bias(at: descriptor.address.bits) != nil,
      descriptor.kind == ContextDescriptor.Kind.class, descriptor.name == "Derived",
      isCode(Address(derived.deallocator), in: map), deallocatorIsRight()
    else { return false }
    // What is before a class's address: what destroys an instance, the witness table and, in later versions, a layout.
    return derived.fieldOffset(0) == 24 && derived.fieldOffset(1) == 32
      && (2...3).contains(descriptor.negativeSize) && overridesAreRight()
  }

  /// The standard library tells where the metadata of a class is, and the function that deallocates its instances.
  private static func deallocatorIsRight() -> Bool {
    let metadata = Address(symbol: "$ss19__EmptyArrayStorageCN")
    let function = Address(symbol: "$ss19__EmptyArrayStorageCfD")
    return metadata.isNull || function.isNull
      || TypeMetadata(metadata).deallocator == function.bits
  }

  /// The storage of arrays overrides methods of another class; what has no superclass does not.
  private static func overridesAreRight() -> Bool {
    var array = ContiguousArray<Base>()
    array.append(Base())
    return withExtendedLifetime(array) {
      let storage = TypeMetadata(Address(unsafeBitCast(array, to: UInt.self)).address())
      return storage.isClass && storage.classDescriptor.overridesMethods
        && !TypeMetadata(Base.self).classDescriptor.overridesMethods
    }
  }

  // MARK: Where types are declared

  private static func contextsOfTypesHold() -> Bool {
    let plain = TypeMetadata(Plain.self).descriptor
    let hidden = TypeMetadata(Choice.self).descriptor
    let extended = ExtensionProbe.nested
    return plain.parent == TypeMetadata(LayoutCheck.self).descriptor
      && plain.module == String(reflecting: LayoutCheck.self).prefix { $0 != "." }
      && hidden.parent.kind == ContextDescriptor.Kind.anonymous
      && hidden.parent.parent == plain.parent
      && extended.parent.parent.kind == ContextDescriptor.Kind.extension
  }

  // MARK: Generic types

  private static func genericsHold() -> Bool {
    let holder = TypeMetadata(Holder<Derived>.self)
    let pair = TypeMetadata(Pair<Base, Int>.self)
    let many = TypeMetadata(Many<Int, Base>.More<Int>.self)
    let outer = TypeMetadata(Many<Int>.self)
    return holder.descriptor.isGeneric && pair.descriptor.isGeneric
      && holder.descriptor.genericParameterCount == 1
      && pair.descriptor.genericParameterCount == 2
      && hasFlags(holder) && hasFlags(pair) && hasFlags(outer, packs: true)
      && hasFlags(many, packs: true)
      && genericArguments(of: holder) == [[0, GenericArgument.type]]
      && genericArguments(of: pair) == [[0, GenericArgument.type], [1, GenericArgument.type]]
      && genericArguments(of: many)
        == [[2, GenericArgument.pack(shape: 0)], [3, GenericArgument.pack(shape: 1)]]
      && holder.genericArgument(0) == TypeMetadata(Derived.self)
      && pair.genericArgument(0) == TypeMetadata(Base.self)
      && pair.genericArgument(1) == TypeMetadata(Int.self)
  }

  static func genericArguments(of type: TypeMetadata) -> [[AnyHashable]]? {
    type.descriptor.genericArguments?.map { $0.map { [$0.word, $0.argument] } ?? [] }
  }

  /// Whether a type's flags say that among its generic parameters are packs, and values. Of one type a bit is right by chance at many
  /// another place: several are asked.
  static func hasFlags(_ type: TypeMetadata, packs: Bool = false, values: Bool = false) -> Bool {
    type.descriptor.hasPacks == packs && type.descriptor.hasValues == values
  }
}

/// A type in an extension that has a context of its own: it is one of another module's type.
private enum ExtensionProbe {
  static var nested: ContextDescriptor {
    TypeMetadata(Unicode.LeakTestingProbe.self).descriptor
  }
}

extension Unicode {
  fileprivate struct LeakTestingProbe {}
}
