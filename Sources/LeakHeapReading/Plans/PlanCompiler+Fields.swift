import LeakHeapModel
import LeakSymbolication

extension PlanCompiler {
  func structure(_ type: TypeMetadata, size: Int) -> [PlanOperation] {
    let descriptor = type.descriptor
    if descriptor.module == "Swift" {
      if Self.valuesWithoutReferences.contains(descriptor.name) { return [] }
      if descriptor.name == "Unmanaged" { return [operation(.pointer)] }
    }
    if descriptor.module == "Synchronization", let value = synchronizedValue(type) { return value }
    if descriptor.module == "Atomics", let value = atomicValue(type) { return value }
    if descriptor.fields.isNull {
      if !type.ownsSomething { return [] }
      return [
        scanned("the fields of \(type.name), built without reflection metadata", size: size)
      ]
    }
    return fields(declaredBy: type, size: size, role: .content)
  }

  /// Standard library types whose only references are to their own bytes. Views of strings and their iterators have `_StringGuts`, whose
  /// words are the text itself where that is short.
  private static let valuesWithoutReferences: Set<String> = [
    "String", "Substring", "Character", "ObjectIdentifier", "StaticString", "UnsafeCurrentTask",
    "UnownedJob", "_StringGuts", "_StringObject",
  ]

  /// The value that a mutex or an atomic variable is around: their fields cannot be copied, and runtimes are not told of
  /// what types they are.
  ///
  /// Source: `Mutex.swift`, `Cell.swift` and `Atomic.swift` of the standard library's Synchronization.
  private func synchronizedValue(_ type: TypeMetadata) -> [PlanOperation]? {
    switch type.descriptor.name {
    case "Mutex":
      let offset = type.fieldOffset(1)
      return tables.placed(plan(for: type.genericArgument(0)), at: offset, as: .value)
    case "_Cell", "Atomic", "AtomicLazyReference":
      return tables.placed(plan(for: type.genericArgument(0)), at: 0, as: .value)
    default: return nil
    }
  }

  /// What an atomic variable of the package swift-atomics holds in a number.
  ///
  /// Source: `AtomicReference.swift` and `PointerConformances.swift` of swift-atomics.
  private func atomicValue(_ type: TypeMetadata) -> [PlanOperation]? {
    switch type.descriptor.name {
    case "AtomicReferenceStorage", "AtomicOptionalReferenceStorage", "_AtomicReferenceStorage":
      return [operation(.strong, confidence: .knownLayout)]
    case "AtomicRepresentation", "AtomicOptionalRepresentation":
      // Types of these names are declared in extensions of Unmanaged and the pointers, and in those of numbers.
      let isPointers = ["Swift.Unmanaged<", "Swift.Unsafe"].contains(where: type.name.contains)
      return isPointers ? [operation(.pointer)] : nil
    default: return nil
    }
  }

  /// The superclasses of a class, the nearest first.
  package func superclasses(of type: TypeMetadata) -> [TypeMetadata] {
    Array(chain(of: type).dropFirst())
  }

  /// A class and its superclasses, up to one that is met again: the word for a superclass may be anything where memory only looks like a
  /// class.
  package func chain(of type: TypeMetadata) -> [TypeMetadata] {
    var chain = [type]
    var superclass = type.superclass
    while !superclass.address.isNull, isPlausibleMetadata(superclass.address), superclass.isClass,
      !chain.contains(superclass)
    {
      chain.append(superclass)
      superclass = superclass.superclass
    }
    return chain
  }

  /// The fields of a class, those of its superclasses first.
  func instanceFields(of type: TypeMetadata) -> [PlanOperation] {
    let chain = chain(of: type)
    return chain.reversed().flatMap { declaring -> [PlanOperation] in
      if declaring.descriptor.fields.isNull {
        // Classes of the runtime's own, such as the root of arrays, have no fields to speak of.
        if declaring.instanceSize <= 16 || declaring.descriptor.module == "Swift" { return [] }
        let start = chain.contains(declaring.superclass) ? declaring.superclass.instanceSize : 16
        return [
          scanned(
            "the fields of \(declaring.name), built without reflection metadata", offset: start,
            size: declaring.instanceSize - start)
        ]
      }
      return fields(
        declaredBy: declaring, size: declaring.instanceSize, role: .property,
        isInherited: declaring != type)
    }
  }

  /// The fields that `type` itself declares, in memory of `size` bytes.
  ///
  /// - Parameter isInherited: Whether the memory is of an instance of a subclass.
  private func fields(
    declaredBy type: TypeMetadata, size: Int, role: ReferenceLabel.Role, isInherited: Bool = false
  ) -> [PlanOperation] {
    let records = type.descriptor.fields
    let declaringClass = isInherited ? type.name : nil
    let isOfToolchain = !TypeName(type.name).isProgram
    return (0..<records.count).flatMap { index -> [PlanOperation] in
      let record = records[index]
      guard let mangled = record.type else { return [] }
      let offset = type.fieldOffset(index)
      if mangled.isNonOwningReference {
        return observation(of: mangled).map { [operation($0, offset: offset)] } ?? []
      }
      var label = ReferenceLabel(role: role, path: Self.displayName(record.name, index: index))
      label.declaringClass = declaringClass
      label.isOfToolchain = isOfToolchain
      if mangled.isBlock {
        label.declaredType = "a block"
        return tables.placed(blockPlan, at: offset, as: label)
      }
      guard let fieldType = resolve(mangled, of: type) else {
        // Fields without bytes may be at any offset.
        let end =
          (index + 1..<records.count).lazy.map(type.fieldOffset).first { $0 > offset } ?? size
        if end - offset < 8 { return [] }
        label.declaredType = "a value that is not read"
        let reason = Self.reason(mangled, field: "the field \(type.name).\(record.name)")
        let memory = tables.addPlan(
          [scanned(reason, size: end - offset)], size: end - offset, stride: end - offset)
        return tables.placed(memory, at: offset, as: label)
      }
      label.declaredType = fieldType.name
      label.isLazy = LazyStorage.isName(record.name)
      label.isConstant = !record.isVariable
      label.isUnconstrained =
        mangled.parameter.map { !type.descriptor.requiresClass($0) } ?? false
      label.canBeWeak =
        record.isVariable && !label.isLazy && !label.isUnconstrained
        && fieldType.isOptionalReference
      label.isExistential = fieldType.isOptionalExistential
      label.isClassBound = fieldType.isOptionalClassBoundExistential
      return tables.placed(plan(for: fieldType), at: offset, as: label)
    }
  }

  /// The stored property `name` that `type` itself declares; `nil` without one, for a reference that keeps nothing
  /// alive, and for a type that the runtime cannot tell.
  func storedProperty(
    _ name: String, declaredBy type: TypeMetadata
  ) -> (offset: Int, type: TypeMetadata)? {
    guard let index = type.indexOfField(named: name),
      let mangled = type.descriptor.fields[index].type,
      !mangled.isNonOwningReference, let fieldType = resolve(mangled, of: type)
    else { return nil }
    return (type.fieldOffset(index), fieldType)
  }

  /// The type of a field; `nil` when the runtime cannot tell it.
  func resolve(_ field: MangledName, of type: TypeMetadata) -> TypeMetadata? {
    guard field.isAccessorFunction else { return resolve(field, asDeclaredBy: type) }
    let image = field.address.bits
    return field.noncopyableType?.first(
      descriptor: { descriptor(ofType: $0, inImageAt: image) },
      { resolve($0, asDeclaredBy: type) })
  }

  /// The type with a name that is declared in `type`, of whose generic arguments it may be made. The runtime follows these: they
  /// are read before.
  func resolve(_ name: MangledName, asDeclaredBy type: TypeMetadata) -> TypeMetadata? {
    if type.descriptor.isGeneric, name.mentionsGenericParameter, !areArgumentsWhole(of: type) {
      return nil
    }
    return name.resolve(in: type.descriptor, arguments: type.genericArguments)
  }

  /// Whether the generic arguments of a type could be read, found out once.
  private func areArgumentsWhole(of type: TypeMetadata) -> Bool {
    if let known = argumentsAreWhole[type] { return known }
    let areWhole = TypeNameReader.areArgumentsWhole(of: type)
    argumentsAreWhole[type] = areWhole
    return areWhole
  }

  private static func reason(_ mangled: MangledName, field: String) -> String {
    if mangled.isAccessorFunction { return "\(field), of a noncopyable type" }
    if mangled.mentionsBlock { return "\(field), of a type with a block inside" }
    return "\(field), of a type that the runtime cannot name"
  }

  /// A stored property's name as its declaration has it.
  private static func displayName(_ name: String, index: Int) -> String {
    name.isEmpty ? String(index) : LazyStorage.propertyName(of: name)
  }
}

extension TypeMetadata {
  /// The wrapped type of an optional, or the type itself.
  private var unwrapped: TypeMetadata {
    kind == MetadataKind.optional ? optionalPayload : self
  }

  /// Whether the type is an optional class or an optional class-bound existential.
  fileprivate var isOptionalReference: Bool {
    guard kind == MetadataKind.optional else { return false }
    let wrapped = unwrapped
    switch wrapped.kind {
    case MetadataKind.class, MetadataKind.foreignClass, MetadataKind.objCClassWrapper: return true
    case MetadataKind.existential: return wrapped.isClassBoundExistential
    default: return false
    }
  }

  /// Whether the type is an existential or an optional one.
  var isOptionalExistential: Bool {
    let kind = unwrapped.kind
    return kind == MetadataKind.existential || kind == MetadataKind.extendedExistential
  }

  /// Whether the type is a class-bound existential or an optional one.
  var isOptionalClassBoundExistential: Bool {
    unwrapped.kind == MetadataKind.existential && unwrapped.isClassBoundExistential
  }
}

extension MangledName {
  /// The generic parameter `T` of which this is the type `T?`, or `T` itself, which may stand for an optional.
  var parameter: GenericParameter? {
    GenericParameter(mangled: text.hasSuffix("Sg") ? String(text.dropLast(2)) : text)
  }
}
