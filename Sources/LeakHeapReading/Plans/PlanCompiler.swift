import LeakBase
import LeakHeapModel
import LeakSymbolication

/// Turns runtime metadata into layout plans, each type once.
///
/// A plan names every place of a type's memory that holds a strong reference. Weak, unowned and unmanaged
/// references have no place in it.
package final class PlanCompiler {
  package var tables = PlanTables()
  package let symbols = RuntimeSymbols()
  /// The process's memory. By a map of an earlier walk nothing is compiled, since a plan stays.
  package let map: KeptMap

  /// The libraries whose metadata was compiled, by where they are loaded.
  private var knownImages: Set<UInt> = []
  /// An address in each of those that are new.
  private var newImages: [UInt] = []

  private(set) var planOfType: [TypeMetadata: LayoutPlan.ID] = [:]
  /// Of which generic types all arguments could be read.
  var argumentsAreWhole: [TypeMetadata: Bool] = [:]
  private var typesBeingCompiled: Set<TypeMetadata> = []
  var shapeOfClass: [UInt: HeapShape.ID] = [:]
  var plansOfGenericClosures: [GenericClosureKey: LayoutPlan.ID] = [:]
  /// What another module has found out by these plans, and keeps for as long as them.
  package var companion: AnyObject?
  /// Where objects with this first word have their `threadDictionary`, if they are threads of Foundation's.
  var threadDictionaryOffsets: [UInt: Int?] = [:]

  /// The plan of a variable that holds a block.
  private(set) lazy var blockPlan = tables.addPlan([operation(.block)], size: 8, stride: 8)
  /// The plan of a variable that holds a strong reference.
  package private(set) lazy var referencePlan = tables.addPlan(
    [operation(.strong)], size: 8, stride: 8)
  /// The plan of a variable that holds a pointer without a type.
  private(set) lazy var pointerPlan = tables.addPlan([operation(.pointer)], size: 8, stride: 8)
  /// The pointer to the group of a work item, which keeps the blocks that are to follow the item.
  private(set) lazy var groupOfWorkItem = operation(
    .memory, argument: tables.addReason("what a DispatchWorkItem notifies"))
  /// The shape of memory that does not look like a heap object.
  package let unknownShape: HeapShape.ID
  /// The shape of memory that a system library owns.
  package let memoryShape: HeapShape.ID
  /// The shapes that stand for closure contexts whose own shape does not say so.
  private var closureContextShapes: [HeapShape.ID: HeapShape.ID] = [:]

  init(map: MemoryMap = MemoryMap()) {
    self.map = KeptMap(map)
    unknownShape = tables.addShape(
      HeapShape(kind: .unread, isa: 0),
      type: HeapObjectType(kind: .unread, name: "an object of unknown kind"))
    memoryShape = tables.addShape(
      HeapShape(kind: .memory, isa: 0), type: HeapObjectType(kind: .memory, name: "memory"))
  }

  /// The shape of the closure contexts that share their metadata with the captured variables of `box`.
  package func closureContextShape(for box: HeapShape.ID) -> HeapShape.ID {
    if let known = closureContextShapes[box] { return known }
    let shape = tables.addShape(
      tables.shapes[Int(box)],
      type: HeapObjectType(kind: .closureContext, name: "closure context"))
    closureContextShapes[box] = shape
    return shape
  }

  /// The plan of a variable of `type`.
  package func plan(for type: TypeMetadata) -> LayoutPlan.ID {
    if let plan = planOfType[type] { return plan }
    guard map.renew() else { return PlanTables.emptyPlan }
    // A value type cannot contain itself: metadata that says so is not what it seems.
    guard typesBeingCompiled.insert(type).inserted else { return PlanTables.emptyPlan }
    defer { typesBeingCompiled.remove(type) }
    let size = type.size
    noteImage(of: type.address)
    let operations = map.rereading { self.operations(for: type, size: size) }
    let plan = tables.addPlan(operations, size: size, stride: type.stride)
    planOfType[type] = plan
    return plan
  }

  /// Whether the plan of a variable of `type` has been compiled.
  func hasPlan(for type: TypeMetadata) -> Bool { planOfType[type] != nil }

  /// Notes that what is compiled rests on metadata at `address`.
  func noteImage(of address: Address) {
    guard let bias = LoadedImage.bias(at: address.bits), knownImages.insert(bias).inserted else {
      return
    }
    newImages.append(address.bits)
  }

  /// An address in each library whose metadata was compiled since this was last asked. What was compiled stays, and so must they.
  func takeNewImages() -> [UInt] {
    defer { newImages = [] }
    return newImages
  }

  private func operations(for type: TypeMetadata, size: Int) -> [PlanOperation] {
    switch type.kind {
    case MetadataKind.class, MetadataKind.foreignClass, MetadataKind.objCClassWrapper:
      return [operation(.strong)]
    case MetadataKind.struct:
      return structure(type, size: size)
    case MetadataKind.enum:
      return enumeration(type, size: size)
    case MetadataKind.optional:
      let payload = type.optionalPayload
      return singlePayload(type, payload: plan(for: payload))
    case MetadataKind.tuple:
      return type.tupleElements.flatMap { element in
        tables.placed(
          plan(for: element.type), at: element.offset, as: .part(element.label, of: element.type))
      }
    case MetadataKind.function:
      return function(type)
    case MetadataKind.existential:
      return existential(type)
    case MetadataKind.extendedExistential:
      return extendedExistential(type, size: size)
    case MetadataKind.fixedArray:
      let element = plan(for: type.fixedArrayElement)
      let count = type.fixedArrayCount
      if count <= 0 { return [] }
      let all = operation(.inlineArray, argument: element, count: UInt32(clamping: count))
      return (tables.isEmpty(element) ? [] : [all])
        + (tables.hasObservers(element) ? [all.observing] : [])
    case MetadataKind.opaque:
      return opaque(type)
    case MetadataKind.foreignReferenceType:
      return [unread("a \(type.name), which another language counts the references of")]
    default:
      return []
    }
  }

  func operation(
    _ kind: PlanOperation.Kind, offset: Int = 0, argument: Int32 = 0, count: UInt32 = 0,
    confidence: Confidence = .exact
  ) -> PlanOperation {
    PlanOperation(
      kind: kind, confidence: confidence, offset: UInt32(truncatingIfNeeded: offset),
      label: tables.label(.value), argument: argument, count: count)
  }

  func unread(_ reason: String, offset: Int = 0) -> PlanOperation {
    operation(.unread, offset: offset, argument: tables.addReason(reason))
  }

  /// Memory of unknown layout, `size` bytes of it, or the rest of the heap block; unread for `reason` where
  /// heap blocks cannot be told from other memory.
  func scanned(_ reason: String, offset: Int = 0, size: Int = 0) -> PlanOperation {
    operation(
      .scan, offset: offset, argument: tables.addReason(reason), count: UInt32(clamping: size))
  }
}

// MARK: - Types without fields

extension PlanCompiler {
  private func function(_ type: TypeMetadata) -> [PlanOperation] {
    switch type.functionConvention {
    case 0: return type.isEscapingFunction ? [operation(.function)] : []
    case 1: return [operation(.block)]
    default: return []
    }
  }

  private func existential(_ type: TypeMetadata) -> [PlanOperation] {
    let isReference = type.isClassBoundExistential || type.isErrorExistential
    return [isReference ? operation(.strong) : container(size: type.size)]
  }

  /// An existential container of `size` bytes.
  private func container(size: Int) -> PlanOperation {
    operation(.existential, count: UInt32(clamping: size))
  }

  private func extendedExistential(_ type: TypeMetadata, size: Int) -> [PlanOperation] {
    switch type.extendedExistentialKind {
    case 0: return [container(size: size)]
    case 1: return [operation(.strong)]
    case 2: return []
    default:
      return [scanned("a \(type.name), an existential with a layout of its own", size: size)]
    }
  }

  private func opaque(_ type: TypeMetadata) -> [PlanOperation] {
    switch type.address {
    case symbols.nativeObject, symbols.unknownObject: return [operation(.strong)]
    case symbols.bridgeObject: return [operation(.bridge)]
    case symbols.rawContinuation: return [operation(.strong, confidence: .knownLayout)]
    case symbols.rawPointer: return [operation(.pointer)]
    default: return []
    }
  }
}

extension ReferenceLabel {
  /// The place `name` of a structure, a tuple or an enumeration.
  static func part(_ name: String, of type: TypeMetadata) -> ReferenceLabel {
    ReferenceLabel(role: .content, path: name, declaredType: type.name)
  }
}
