import LeakHeapModel

/// The layout of a type computed from its field descriptor, where there is no metadata to ask.
private struct StructuralLayout {
  var operations: [PlanOperation] = []
  var size = 0
  var alignmentMask = 0

  /// Adds what is laid out behind the rest, under `label`.
  mutating func add(_ layout: CaptureLayout, as label: ReferenceLabel, in tables: inout PlanTables)
  {
    let offset = (size + layout.alignmentMask) & ~layout.alignmentMask
    operations += tables.placed(layout.plan, at: offset, as: label)
    alignmentMask = max(alignmentMask, layout.alignmentMask)
    size = offset + layout.size
  }
}

extension PlanCompiler {
  /// The layout of a captured value of a type whose metadata was left out of the binary.
  ///
  /// A capture descriptor names a type without making the compiler emit its metadata, and under
  /// optimisation a type that is only ever captured has none. Its descriptor is there all the same.
  func structuralLayout(_ capture: MangledName) -> CaptureLayout? {
    guard let descriptor = referencedDescriptor(capture),
      let layout = structuralLayout(of: descriptor)
    else { return nil }
    return captureLayout(layout, named: descriptor.module + "." + descriptor.name)
  }

  /// The layout of a captured tuple with functions in it, of which the runtime builds no type.
  func tupleLayout(
    _ capture: MangledName, in environment: GenericEnvironment?
  ) -> CaptureLayout? {
    guard let tuple = MangledTuple(capture) else { return nil }
    var result = StructuralLayout()
    for element in tuple.elements {
      guard let layout = captureLayout(element.type, in: environment) else { return nil }
      let label = ReferenceLabel(
        role: .content, path: element.label, declaredType: layout.typeName)
      result.add(layout, as: label, in: &tables)
    }
    return captureLayout(result, named: "a tuple")
  }

  private func captureLayout(_ layout: StructuralLayout, named name: String) -> CaptureLayout {
    CaptureLayout(
      size: layout.size, alignmentMask: layout.alignmentMask,
      plan: tables.addPlan(layout.operations, size: layout.size, stride: layout.size),
      typeName: name)
  }

  /// The descriptor of a type that is nothing but a symbolic reference.
  private func referencedDescriptor(_ name: MangledName) -> ContextDescriptor? {
    name.length == 5 ? name.firstDescriptor : nil
  }

  private func structuralLayout(of descriptor: ContextDescriptor) -> StructuralLayout? {
    guard map.isInImage(descriptor.address, length: 32), !descriptor.isGeneric,
      !descriptor.fields.isNull
    else { return nil }
    switch descriptor.kind {
    case ContextDescriptor.Kind.struct: return structure(descriptor.fields)
    case ContextDescriptor.Kind.enum: return enumeration(descriptor)
    default: return nil
    }
  }

  private func structure(_ fields: FieldDescriptor) -> StructuralLayout? {
    var result = StructuralLayout()
    for index in 0..<fields.count {
      let field = fields[index]
      guard let name = field.type, let layout = captureLayout(name, in: nil) else { return nil }
      let label = ReferenceLabel(
        role: .content, path: field.name, declaredType: layout.typeName)
      result.add(layout, as: label, in: &tables)
    }
    return result
  }

  /// An enumeration without metadata has no way to tell its case, so only those are laid out whose one
  /// payload is a single reference: the empty cases are then invalid pointers.
  private func enumeration(_ descriptor: ContextDescriptor) -> StructuralLayout? {
    let payloads = descriptor.payloadCaseCount
    if payloads == 0 {
      let cases = descriptor.emptyCaseCount
      if cases <= 1 { return StructuralLayout() }
      return StructuralLayout(
        size: cases <= 256 ? 1 : 2, alignmentMask: cases <= 256 ? 0 : 1)
    }
    guard payloads == 1 else { return nil }
    let payload = descriptor.fields[0]
    let label = ReferenceLabel(role: .content, path: payload.name)
    if payload.isIndirectCase {
      return StructuralLayout(
        operations: tables.placed(referencePlan, at: 0, as: label), size: 8, alignmentMask: 7)
    }
    guard let name = payload.type, let layout = captureLayout(name, in: nil), layout.size == 8
    else { return nil }
    let operations = tables.placed(layout.plan, at: 0, as: label)
    let isReference =
      tables.isEmpty(layout.plan) || (operations.count == 1 && operations[0].kind == .strong)
    guard isReference else { return nil }
    return StructuralLayout(operations: operations, size: 8, alignmentMask: 7)
  }
}
