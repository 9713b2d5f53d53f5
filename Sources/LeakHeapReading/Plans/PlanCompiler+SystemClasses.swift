import LeakBase
import LeakHeapModel

/// Classes of the system's libraries that keep references where their fields do not show them.
extension PlanCompiler {
  /// The operations for an instance of `metadata`, where its fields are not all there is; else `nil`.
  func ownership(of metadata: TypeMetadata, module: String) -> [PlanOperation]? {
    let name = metadata.classDescriptor.name
    // A toll-free bridged class has the layout of CoreFoundation's structure, whatever its fields say.
    if name.hasPrefix("_NSCF") || name.hasPrefix("__NSCF") {
      return [scanned("what \(metadata.name) keeps inside CoreFoundation", offset: 16)]
    }
    let hidden = hiddenReferences(of: metadata, named: module + "." + name)
    return hidden.isEmpty ? nil : instanceFields(of: metadata) + hidden
  }

  private func hiddenReferences(
    of metadata: TypeMetadata, named name: String
  ) -> [PlanOperation] {
    // How many elements there are is known to the buffer's owner only.
    if let buffer = superclass(of: metadata, named: "ManagedBuffer", module: "Swift") {
      let element = plan(for: buffer.genericArgument(1))
      if tables.isEmpty(element), !tables.hasObservers(element) { return [] }
      return [scanned("the elements of \(metadata.name)", offset: metadata.instanceSize)]
    }
    if superclass(of: metadata, named: "AnyKeyPath", module: "Swift") != nil {
      let reason = tables.addReason("the components of \(metadata.name)")
      return [operation(.keyPath, offset: metadata.instanceSize, argument: reason)]
    }
    if let canary = superclass(
      of: metadata, named: "CheckedContinuationCanary", module: Self.concurrencyModule)
    {
      // The continuation, which is the task, stands in the memory behind the object.
      return tables.placed(
        tables.addPlan([operation(.strong, confidence: .knownLayout)], size: 8, stride: 8),
        at: canary.instanceSize, as: ReferenceLabel(role: .property, path: "continuation"))
    }
    if let center = superclass(
      of: metadata, named: "NotificationCenter", module: "FoundationEssentials")
    {
      // The observers are in a dictionary, behind the lock of a Mutex. A library without symbols does not tell its type.
      return center.mutexes.flatMap { offset in
        tables.placed(
          tables.addPlan([operation(.strong, confidence: .knownLayout)], size: 8, stride: 8),
          at: offset + 8, as: ReferenceLabel(role: .property, path: "observers"))
      }
    }
    // A class without properties may be that of a ManagedBufferPointer, which alone knows of what types the header and the elements
    // behind its objects are.
    if metadata.instanceSize == TypeMetadata.headerSize {
      let reason = tables.addReason("what lies behind \(metadata.name)")
      return [operation(.tail, offset: metadata.instanceSize, argument: reason)]
    }
    return Self.ownedPointers.flatMap { owner, property, kind -> [PlanOperation] in
      guard let declaring = superclass(of: metadata, qualifiedName: owner),
        let offset = declaring.indexOfField(named: property).map(declaring.fieldOffset)
      else { return [] }
      let reason = "what \(metadata.name) keeps in \(property)"
      let operation =
        switch kind {
        case .object: operation(.strong, confidence: .knownLayout)
        case .memory: operation(.memory, argument: tables.addReason(reason))
        }
      return tables.placed(
        tables.addPlan([operation], size: 8, stride: 8), at: offset,
        as: ReferenceLabel(role: .property, path: property))
    }
  }

  /// So many bytes a block of memory may have behind what was asked for: `malloc` rounds up to 16 bytes, has 8 more, and splits off no
  /// block of less than 32.
  package static let mostSlack = 24

  private static let concurrencyModule = TypeMetadata(Task<Void, Never>.self).descriptor.module

  /// What a pointer without a type leads to.
  private enum Owned {
    /// A Swift object, retained by hand.
    case object
    /// Memory of a library written in C.
    case memory
  }

  /// Properties that own what they point to, although their types do not say so.
  ///
  /// Sources: `src/swift/Wrapper.swift` and `Queue.swift` of swift-corelibs-libdispatch, `Operation.swift` and
  /// `NSAttributedString.swift` of swift-corelibs-foundation, `CheckedContinuation.swift` of the standard
  /// library, `ManagedAtomicLazyReference.swift` of swift-atomics.
  private static let ownedPointers: [(owner: String, property: String, kind: Owned)] = [
    ("Dispatch.DispatchSource", "__wrapped", .memory),
    ("Dispatch.DispatchQueue", "__wrapped", .memory),
    ("Dispatch.DispatchGroup", "__wrapped", .memory),
    ("Dispatch.DispatchIO", "__wrapped", .memory),
    ("Foundation.OperationQueue", "__firstOperation", .object),
    ("Foundation.Operation", "__nextOperation", .object),
    ("Foundation.Operation", "__queue", .object),
    ("Foundation.NSAttributedString", "_attributeArray", .memory),
    ("Atomics.ManagedAtomicLazyReference", "_storage", .object),
  ]

  private func superclass(
    of metadata: TypeMetadata, qualifiedName: String
  ) -> TypeMetadata? {
    let parts = qualifiedName.split(separator: ".")
    return superclass(of: metadata, named: String(parts[1]), module: String(parts[0]))
  }

  /// The class `name` among `metadata` and its superclasses.
  private func superclass(
    of metadata: TypeMetadata, named name: String, module: String
  ) -> TypeMetadata? {
    chain(of: metadata).first {
      $0.classDescriptor.name == name && $0.classDescriptor.module == module
    }
  }
}

extension PlanCompiler {
  /// Where a thread of Foundation's has its `threadDictionary`, as an offset, if objects with the first word `isa` are such.
  package func threadDictionaryOffset(ofIsa isa: UInt) -> Int? {
    if let known = threadDictionaryOffsets[isa] { return known }
    var offset: Int?
    if isPlausibleMetadata(Address(isa)),
      let thread = superclass(of: TypeMetadata(Address(isa)), named: "Thread", module: "Foundation")
    {
      offset = storedProperty("threadDictionary", declaredBy: thread)?.offset
    }
    threadDictionaryOffsets[isa] = .some(offset)
    return offset
  }
}

extension TypeMetadata {
  /// Where the fields are whose types runtimes are not told: those that cannot be copied.
  fileprivate var mutexes: [Int] {
    let fields = descriptor.fields
    return (0..<fields.count).filter { index in
      guard let type = fields[index].type else { return false }
      return type.isAccessorFunction && type.noncopyableType == nil
    }.map(fieldOffset)
  }
}
