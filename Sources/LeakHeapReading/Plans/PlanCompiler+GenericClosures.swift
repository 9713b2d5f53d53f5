import LeakBase
import LeakHeapModel

/// What decides the layout of a generic closure's context: its metadata and its generic arguments.
struct GenericClosureKey: Hashable {
  var metadata: UInt
  var environment: GenericEnvironment
}

extension PlanCompiler {
  /// The plan of the generic closure's context at `context`, whose arguments are found in the context itself.
  func genericClosurePlan(context: Address, metadata: TypeMetadata) -> LayoutPlan.ID {
    guard var descriptor = CaptureDescriptor(contextMetadata: metadata, map: map) else {
      return PlanTables.emptyPlan
    }
    if beginsWithIsolation(descriptor, context: context) { descriptor = descriptor.isolated() }
    let environment = environment(of: descriptor, context: context)
    let key = GenericClosureKey(metadata: metadata.address.bits, environment: environment)
    if let known = plansOfGenericClosures[key] { return known }
    guard map.renew() else { return PlanTables.emptyPlan }
    let operations = map.rereading { captureOperations(descriptor, in: environment) }
    let plan = tables.addPlan(operations, size: 0, stride: 0)
    plansOfGenericClosures[key] = plan
    return plan
  }

  /// Whether the context begins with the actor that its function is isolated to: the first generic argument lies behind that, and not
  /// where it would be otherwise.
  private func beginsWithIsolation(_ descriptor: CaptureDescriptor, context: Address) -> Bool {
    guard descriptor.sources.contains(where: { $0.encoding == "B0" }) else { return false }
    let first = context + descriptor.firstOffset
    let behind = first + CaptureDescriptor.isolationSize
    return !isPlausibleType(TypeMetadata(first.address())) && map.isReadable(behind, length: 8)
      && isPlausibleType(TypeMetadata(behind.address()))
  }

  /// The generic arguments that the context at `context` was made with; none where it depends on how many parameters the closure
  /// has of its own, which is not known. By the right number, each argument is found that can be, and each captured object is of the
  /// type that its capture has with these arguments.
  private func environment(
    of descriptor: CaptureDescriptor, context: Address
  ) -> GenericEnvironment {
    let environments = Set(
      descriptor.ownParameterCounts.map { count in
        environment(of: descriptor, context: context, firstCapture: count)
      })
    if environments.count < 2 { return environments.first ?? GenericEnvironment() }
    let fitting = environments.filter { environment in
      descriptor.sources.allSatisfy {
        $0.parameter.map { environment.hasArgument(for: $0) } ?? true
      } && fits(environment, descriptor, context: context)
    }
    return fitting.count == 1 ? fitting.first ?? GenericEnvironment() : GenericEnvironment()
  }

  /// Whether the captured objects of generic classes are of the types that their captures have in `environment`.
  private func fits(
    _ environment: GenericEnvironment, _ descriptor: CaptureDescriptor, context: Address
  ) -> Bool {
    descriptor.captures.indices.allSatisfy { index in
      let capture = descriptor.captures[index]
      guard capture.isGenericClass, !capture.isOptional else { return true }
      guard let type = capture.resolve(in: environment),
        let metadata = dynamicType(
          ofCapture: index, in: descriptor, context: context, environment: environment)
      else { return false }
      return isPlausibleType(metadata) && chain(of: metadata).contains(type)
    }
  }

  /// The same where the first capture is the parameter with the number `first`.
  ///
  /// One argument may be found in a capture that can only be placed once another is known, hence the
  /// second pass.
  private func environment(
    of descriptor: CaptureDescriptor, context: Address, firstCapture first: Int
  ) -> GenericEnvironment {
    var environment = GenericEnvironment()
    for _ in 0..<2 {
      for source in descriptor.sources {
        guard let parameter = source.parameter else { continue }
        var encoding = Substring(source.encoding)
        guard
          let argument = evaluate(
            &encoding, descriptor: descriptor, context: context, firstCapture: first,
            environment: environment),
          argument.address.bits & 1 == 0, isPlausibleType(argument)
        else { continue }
        environment.set(argument, for: parameter)
      }
    }
    return environment
  }

  /// The metadata that an encoded source leads to.
  ///
  /// Source: `MetadataSource` in `include/swift/RemoteInspection/MetadataSource.h`: `B` a binding of the
  /// context, `R` the dynamic type of a captured reference, `M` a captured metatype, `G` a generic argument
  /// of another source.
  private func evaluate(
    _ encoding: inout Substring, descriptor: CaptureDescriptor, context: Address,
    firstCapture first: Int, environment: GenericEnvironment
  ) -> TypeMetadata? {
    guard let kind = encoding.popFirst() else { return nil }
    var index = 0
    while let digit = encoding.first?.wholeNumberValue, index < 1 << 20 {
      index = index * 10 + digit
      encoding.removeFirst()
    }
    switch kind {
    case "B":
      guard index < descriptor.bindingCount else { return nil }
      return TypeMetadata(context.address(at: descriptor.firstOffset + 8 * index))
    case "R":
      return dynamicType(
        ofCapture: index - first, in: descriptor, context: context, environment: environment)
    case "M":
      guard let offset = offset(ofCapture: index - first, in: descriptor, environment: environment)
      else { return nil }
      return TypeMetadata(context.address(at: offset))
    case "G":
      let captured =
        encoding.first == "R"
        ? Int(encoding.dropFirst().prefix { $0.isWholeNumber }).map { $0 - first } : nil
      guard
        let type = evaluate(
          &encoding, descriptor: descriptor, context: context, firstCapture: first,
          environment: environment),
        isPlausibleType(type)
      else { return nil }
      if encoding.first == "_" { encoding.removeFirst() }
      guard let captured else { return type.genericArgument(index) }
      return declaredClass(ofCapture: captured, in: descriptor, among: type)?.genericArgument(index)
    default: return nil
    }
  }

  /// The class that the capture at `index` is declared with, where the object is of the class `dynamic`, which may be derived
  /// from it; `nil` where it is not.
  private func declaredClass(
    ofCapture index: Int, in descriptor: CaptureDescriptor, among dynamic: TypeMetadata
  ) -> TypeMetadata? {
    guard descriptor.captures.indices.contains(index), descriptor.captures[index].isGenericClass,
      let declared = descriptor.captures[index].firstDescriptor
    else { return dynamic }
    return chain(of: dynamic).first { $0.isClass && $0.classDescriptor == declared }
  }

  /// What the object at `index` of the captures says that it is; `nil` where no object can be.
  private func dynamicType(
    ofCapture index: Int, in descriptor: CaptureDescriptor, context: Address,
    environment: GenericEnvironment
  ) -> TypeMetadata? {
    guard let offset = offset(ofCapture: index, in: descriptor, environment: environment) else {
      return nil
    }
    let object = context.address(at: offset)
    guard object.bits & 7 == 0, map.isReadable(object, length: 16) else { return nil }
    return TypeMetadata(object.address())
  }

  /// The offset in bytes of the captured reference or metatype at `index`.
  ///
  /// A value whose size depends on its type is only captured together with that type, as a binding. So a
  /// capture of an argument that is not known yet is a reference.
  private func offset(
    ofCapture index: Int, in descriptor: CaptureDescriptor, environment: GenericEnvironment
  ) -> Int? {
    guard descriptor.captures.indices.contains(index) else { return nil }
    var offset = descriptor.capturesOffset
    for capture in descriptor.captures[..<index] {
      let layout = captureLayout(capture, in: environment)
      guard layout != nil || GenericParameter(mangled: capture.text) != nil else { return nil }
      let alignmentMask = layout?.alignmentMask ?? 7
      offset = (offset + alignmentMask) & ~alignmentMask
      offset += layout?.size ?? 8
    }
    return (offset + 7) & ~7
  }
}
