import CLeakBase
import LeakBase
import LeakHeapModel

extension PlanCompiler {
  /// The shape of heap objects whose first word is `isa`.
  package func shape(of isa: Address) -> HeapShape.ID {
    if let known = shapeOfClass[isa.bits] { return known }
    guard map.renew(), var (shape, type) = makeShape(isa) ?? unknownContext(isa) else {
      return unknownShape
    }
    if let feature = LayoutFeature(of: type.kind), !feature.holds, shape.kind != .leaf {
      shape = HeapShape(kind: .unread, isa: isa.bits)
      type.name = feature.reason
    }
    noteImage(
      of: isa.word() == MetadataKind.class ? TypeMetadata(isa).classDescriptor.address : isa)
    let id = tables.addShape(shape, type: type)
    shapeOfClass[isa.bits] = id
    return id
  }

  /// What begins with a word that says nothing may be a context, where these are laid out in another way.
  private func unknownContext(_ isa: Address) -> (HeapShape, HeapObjectType)? {
    if LayoutFeature.contexts.holds { return nil }
    return (
      HeapShape(kind: .unread, isa: isa.bits),
      HeapObjectType(kind: .closureContext, name: "closure context")
    )
  }

  /// The shape of objects whose first word is `isa`, or `nil` when that says nothing.
  private func makeShape(_ isa: Address) -> (HeapShape, HeapObjectType)? {
    if symbols.isBlock(isa) {
      return (HeapShape(kind: .block, isa: isa.bits), HeapObjectType(kind: .block, name: "block"))
    }
    guard isPlausibleMetadata(isa) else { return nil }
    return map.rereading { makeShape(ofPlausible: isa) }
  }

  private func makeShape(ofPlausible isa: Address) -> (HeapShape, HeapObjectType)? {
    let metadata = TypeMetadata(isa)
    switch isa.word() {
    // A captured variable is described as a context is, and what describes either is not looked at where that is laid out otherwise.
    case MetadataKind.heapLocalVariable:
      return LayoutFeature.contexts.holds ? closureContext(metadata) : nil
    case MetadataKind.heapGenericLocalVariable: return box(metadata)
    case MetadataKind.errorObject:
      return (
        HeapShape(kind: .errorBox, isa: isa.bits),
        HeapObjectType(kind: .errorBox, name: "error box")
      )
    case MetadataKind.task:
      return (
        HeapShape(kind: isa == symbols.task ? .task : .unread, isa: isa.bits),
        HeapObjectType(kind: .task, name: "Task", module: "_Concurrency")
      )
    case MetadataKind.job:
      return (
        HeapShape(kind: .unread, isa: isa.bits),
        HeapObjectType(kind: .task, name: "job", module: "_Concurrency")
      )
    default: return areFieldsInside(metadata) ? instance(metadata) : nil
    }
  }

  private func box(_ metadata: TypeMetadata) -> (HeapShape, HeapObjectType)? {
    let (offset, content) = metadata.boxContent
    guard isPlausibleType(content) else { return nil }
    let label = ReferenceLabel(role: .content, declaredType: content.name)
    let operations = tables.placed(plan(for: content), at: offset, as: label)
    let plan = tables.addPlan(operations, size: offset + content.size, stride: 0)
    return (
      HeapShape(
        kind: tables.isEmpty(plan) ? .leaf : .fixed, plan: plan,
        isa: metadata.address.bits),
      HeapObjectType(kind: .box, name: "box")
    )
  }

  private func instance(_ metadata: TypeMetadata) -> (HeapShape, HeapObjectType) {
    let descriptor = metadata.classDescriptor
    let module = descriptor.module
    let name = metadata.name
    if module == "Swift", let storage = collectionStorage(metadata, named: descriptor.name) {
      return storage
    }
    let operations = ownership(of: metadata, module: module) ?? instanceFields(of: metadata)
    let plan = tables.addPlan(operations, size: metadata.instanceSize, stride: 0)
    return (
      HeapShape(
        kind: tables.isEmpty(plan) ? .leaf : .fixed, plan: plan,
        isa: metadata.address.bits),
      HeapObjectType(
        kind: .instance, name: name, module: module,
        superclasses: superclasses(of: metadata).map(\.name))
    )
  }
}

// MARK: - Collections

extension PlanCompiler {
  /// The storage of the standard library's collections, or `nil` for another class.
  ///
  /// Sources: `stdlib/public/core/ContiguousArrayBuffer.swift`, `DictionaryStorage.swift`,
  /// `SetStorage.swift`: the elements follow a header of 32 bytes; hash tables keep pointers to their keys
  /// and values, and a bitmap of the buckets in use after the last stored property.
  private func collectionStorage(
    _ metadata: TypeMetadata, named name: String
  ) -> (HeapShape, HeapObjectType)? {
    var shape = HeapShape(kind: .leaf, isa: metadata.address.bits)
    func type(_ kind: HeapObjectType.Kind) -> HeapObjectType {
      HeapObjectType(kind: kind, name: metadata.name, module: "Swift")
    }
    switch name {
    case "_ContiguousArrayStorage":
      let element = metadata.genericArgument(0)
      shape.plan = elementPlan(element, role: .element)
      if !tables.isEmpty(shape.plan) { shape.kind = .array }
      let alignment = Int32(element.alignmentMask)
      shape.elementOffset = (Int32(crt_fact_array_elements()) + alignment) & ~alignment
      return (shape, type(.arrayStorage))
    case "_DictionaryStorage":
      shape.plan = elementPlan(metadata.genericArgument(0), role: .key)
      shape.valuePlan = elementPlan(metadata.genericArgument(1), role: .value)
      let holdsReferences = !tables.isEmpty(shape.plan) || !tables.isEmpty(shape.valuePlan)
      if holdsReferences { shape.kind = .dictionary }
      return (shape, type(.dictionaryStorage))
    case "_SetStorage":
      shape.plan = elementPlan(metadata.genericArgument(0), role: .element)
      if !tables.isEmpty(shape.plan) { shape.kind = .set }
      return (shape, type(.setStorage))
    case "__EmptyArrayStorage": return (shape, type(.arrayStorage))
    case "__EmptyDictionarySingleton": return (shape, type(.dictionaryStorage))
    case "__EmptySetSingleton": return (shape, type(.setStorage))
    case "__StringStorage", "__SharedStringStorage": return (shape, type(.instance))
    default: return nil
    }
  }

  private func elementPlan(_ element: TypeMetadata, role: ReferenceLabel.Role) -> LayoutPlan.ID {
    tables.relabeled(
      plan(for: element),
      as: ReferenceLabel(
        role: role, declaredType: element.name, isExistential: element.isOptionalExistential,
        isClassBound: element.isOptionalClassBoundExistential))
  }
}
