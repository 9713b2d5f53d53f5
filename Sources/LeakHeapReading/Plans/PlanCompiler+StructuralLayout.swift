import LeakHeapModel

/// The layout of a type computed from its field descriptor, where there is no metadata to ask.
private struct StructuralLayout {
  var operations: [PlanOperation] = []
  var size = 0
  var alignmentMask = 0
  /// How many bit patterns stand for no value, where that is known: of several fields the compiler takes the one with the most.
  var extraInhabitantCount: Int? = 0

  /// Adds what is laid out behind the rest, under `label`.
  mutating func add(_ layout: CaptureLayout, as label: ReferenceLabel, in tables: inout PlanTables)
  {
    let offset = (size + layout.alignmentMask) & ~layout.alignmentMask
    operations += tables.placed(layout.plan, at: offset, as: label)
    alignmentMask = max(alignmentMask, layout.alignmentMask)
    if let known = extraInhabitantCount {
      extraInhabitantCount = layout.extraInhabitantCount.map { max(known, $0) }
    }
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
    var result = CaptureLayout(
      size: layout.size, alignmentMask: layout.alignmentMask,
      plan: tables.addPlan(layout.operations, size: layout.size, stride: layout.size),
      typeName: name)
    result.extraInhabitantCount = layout.extraInhabitantCount
    return result
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
  /// payload is a single reference, where the empty cases are invalid pointers, or has none.
  private func enumeration(_ descriptor: ContextDescriptor) -> StructuralLayout? {
    let payloads = descriptor.payloadCaseCount
    let emptyCases = descriptor.emptyCaseCount
    if payloads == 0 {
      if emptyCases <= 1 { return StructuralLayout() }
      let size = emptyCases <= 256 ? 1 : 2
      return StructuralLayout(
        size: size, alignmentMask: size - 1, extraInhabitantCount: 1 << (8 * size) - emptyCases)
    }
    guard payloads == 1 else { return nil }
    let payload = descriptor.fields[0]
    let label = ReferenceLabel(role: .content, path: payload.name)
    if payload.isIndirectCase {
      return StructuralLayout(
        operations: tables.placed(referencePlan, at: 0, as: label), size: 8, alignmentMask: 7,
        extraInhabitantCount: nil)
    }
    guard let name = payload.type, let layout = captureLayout(name, in: nil) else { return nil }
    var result = StructuralLayout()
    result.add(layout, as: label, in: &tables)
    if tables.isEmpty(layout.plan) {
      guard let tag = Self.tagSize(emptyCases: emptyCases, behind: layout) else { return nil }
      result.size += tag
      // The bytes of a tag have patterns that stand for no value, too.
      result.extraInhabitantCount =
        tag > 0 ? nil : layout.extraInhabitantCount.map { $0 - emptyCases }
    } else {
      guard layout.size == 8, result.operations.count == 1, result.operations[0].kind == .strong
      else { return nil }
      result.extraInhabitantCount = layout.extraInhabitantCount.map { max(0, $0 - emptyCases) }
    }
    return result
  }

  /// How many bytes an enumeration has behind its one payload, which tell the empty cases that no bit pattern is left for in
  /// the payload; `nil` where it is not known how many are.
  ///
  /// Source: `getEnumTagCounts` in `include/swift/ABI/Enum.h` of the Swift repository.
  private static func tagSize(emptyCases: Int, behind payload: CaptureLayout) -> Int? {
    if emptyCases == 0 { return 0 }
    guard let patterns = payload.extraInhabitantCount else { return nil }
    let cases = emptyCases - patterns
    if cases <= 0 { return 0 }
    let casesOfTag = payload.size >= 4 ? Int.max : 1 << (8 * payload.size)
    let tags = 2 + (cases - 1) / casesOfTag
    return tags < 256 ? 1 : tags < 65_536 ? 2 : 4
  }
}
