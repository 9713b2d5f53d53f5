import CLeakBase
import LeakBase

extension PlanCompiler {
  /// Whether `isa` can be read as the metadata of a heap object.
  ///
  /// The word was read from memory that other threads may be writing: nothing is followed that does not
  /// look right, and descriptors must lie in an executable or a library.
  package func isPlausibleMetadata(_ isa: Address) -> Bool {
    guard isa.bits & 7 == 0, isa.bits >= 0x10000, map.isReadable(isa + -16, length: 72) else {
      return false
    }
    switch isa.word() {
    case MetadataKind.heapLocalVariable:
      // The compiler emits it as a constant.
      let captures = isa.address(at: crt_fact_context_captures())
      return map.isInImage(isa, length: 24)
        && (captures.isNull || (captures.bits & 3 == 0 && map.isInImage(captures, length: 12)))
    case MetadataKind.heapGenericLocalVariable: return TypeMetadata(isa).boxContent.offset < 4096
    case MetadataKind.errorObject, MetadataKind.task, MetadataKind.job: return true
    case MetadataKind.class: break
    case let kind:
      #if canImport(ObjectiveC)
        if kind <= MetadataKind.lastEnumerated { return false }
      #else
        _ = kind
        return false
      #endif
    }
    return isPlausibleClass(TypeMetadata(isa))
  }

  private func isPlausibleClass(_ metadata: TypeMetadata) -> Bool {
    let isa = metadata.address
    guard map.isReadable(isa, length: TypeMetadata.shortestClass) else { return false }
    let descriptor = metadata.classDescriptor
    guard !descriptor.isNull, descriptor.address.bits & 3 == 0,
      map.isInImage(descriptor.address, length: 44),
      descriptor.kind == ContextDescriptor.Kind.class
    else { return false }
    let witnesses = isa.address(at: crt_fact_type_witnesses())
    guard witnesses.bits & 7 == 0, map.isInImage(witnesses, length: 112) else { return false }
    let size = metadata.instanceSize
    return size >= 16 && size < 1 << 24
  }

  /// Whether the fields of a class and of its superclasses are inside its instances, in the order of their declaration.
  ///
  /// Memory that only looks like a class has anything in their place, and a class that the runtime is still making nothing: only a field
  /// without bytes is at 0.
  ///
  /// - Complexity: O(*f*), *f* being the number of fields.
  func areFieldsInside(_ type: TypeMetadata) -> Bool {
    let chain = chain(of: type)
    return !chain.contains(chain[chain.count - 1].superclass)
      && chain.allSatisfy { declaring in
        let records = declaring.descriptor.fields
        if records.isNull { return true }
        let size = declaring.instanceSize
        var last = 16
        return (0..<records.count).allSatisfy { index in
          let offset = declaring.fieldOffset(index)
          if offset == 0 { return !hasBytes(records[index], of: declaring) }
          defer { last = offset }
          return offset >= last && offset <= size
        }
      }
  }

  private func hasBytes(_ field: FieldDescriptor.Record, of type: TypeMetadata) -> Bool {
    guard let name = field.type else { return false }
    if name.isNonOwningReference || name.isBlock { return true }
    return resolve(name, of: type).map { $0.size > 0 } ?? false
  }

  /// Whether `type` can be read as the metadata of a type.
  package func isPlausibleType(_ type: TypeMetadata) -> Bool {
    // What was compiled was believed then, and stays.
    if hasPlan(for: type) { return true }
    let address = type.address
    guard address.bits & 7 == 0, address.bits >= 0x10000,
      map.isReadable(address + -16, length: 48)
    else { return false }
    let kind = address.word()
    if kind == MetadataKind.class || kind > MetadataKind.lastEnumerated {
      return isPlausibleMetadata(address)
    }
    guard (MetadataKind.struct...MetadataKind.fixedArray).contains(kind), kind & 0xFF <= 8,
      hasPlausibleWitnesses(address)
    else { return false }
    guard kind <= MetadataKind.optional else { return true }
    if kind != MetadataKind.struct, !hasEnumWitnesses(address) { return false }
    let descriptor = TypeMetadata(address).descriptor
    guard descriptor.address.bits & 3 == 0, map.isInImage(descriptor.address, length: 32) else {
      return false
    }
    return descriptor.kind
      == (kind == MetadataKind.struct
        ? ContextDescriptor.Kind.struct : ContextDescriptor.Kind.enum)
  }

  private func hasPlausibleWitnesses(_ type: Address) -> Bool {
    let witnesses = type.address(at: crt_fact_type_witnesses())
    return witnesses.bits & 7 == 0 && map.isReadable(witnesses, length: 112)
      && witnesses.word(at: crt_fact_witness_size()) <= 1 << 24
      && witnesses.word(at: crt_fact_witness_stride()) <= 1 << 24
  }

  /// Whether the functions that tell an enumeration's case, and take its payload out, are code: they are called.
  private func hasEnumWitnesses(_ type: Address) -> Bool {
    let witnesses = type.address(at: crt_fact_type_witnesses())
    return map.isCode(witnesses.address(at: crt_fact_witness_enum_tag()))
      && map.isCode(witnesses.address(at: crt_fact_witness_enum_project()))
  }
}
