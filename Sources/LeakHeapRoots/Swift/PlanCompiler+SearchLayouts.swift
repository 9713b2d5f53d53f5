import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// What the words of the objects with one first word are, for a search.
struct SearchLayout {
  var form: crt_layout
  /// The words of the object, or of each element or key.
  var words = WordKinds()
  /// The words of each value of a dictionary.
  var values = WordKinds()

  init(isa: Address, kind: crt_layout_kind = CRT_LAYOUT_FIXED, rest: crt_word = CRT_WORD_NEVER) {
    form = crt_layout()
    form.isa = isa.bits
    form.kind = kind
    form.rest = rest
  }

  /// Adds the layout to a search.
  func add(to search: OpaquePointer) {
    var form = form
    form.word_count = UInt32(words.kinds.count)
    form.value_word_count = UInt32(values.kinds.count)
    for kind in [words.behind, values.behind] where kind != CRT_WORD_NEVER {
      form.rest = form.rest == CRT_WORD_OPEN ? CRT_WORD_OPEN : kind
    }
    crt_search_add_layout(search, form, words.kinds, values.kinds)
  }
}

extension PlanCompiler {
  /// The layout of the objects whose first word is `isa`, or `nil` when nothing is known of them.
  func searchLayout(isa: Address) -> SearchLayout? {
    guard isPlausibleMetadata(isa) else { return nil }
    let id = shape(of: isa)
    if let known = rootKnowledge.layout(of: id, isa: isa) { return known }
    let layout = makeSearchLayout(isa: isa, shape: id)
    // What was read without a map counts for nothing.
    if let layout, map.obstacle == nil { rootKnowledge.keep(layout, of: id, isa: isa) }
    return layout
  }

  private func makeSearchLayout(isa: Address, shape id: HeapShape.ID) -> SearchLayout? {
    let shape = tables.shapes[Int(id)]
    switch shape.kind {
    case .leaf where isStorageOfCollection(isa), .array, .dictionary, .set:
      return storageLayout(TypeMetadata(isa), shape)
    case .leaf, .fixed:
      var layout = SearchLayout(isa: isa)
      layout.words.mark(shape.plan, in: tables)
      if tables.operations(of: shape.plan).contains(where: { $0.kind == .keyPath }) {
        layout.form.kind = CRT_LAYOUT_KEY_PATH
      }
      if let tail = tables.operations(of: shape.plan).first(where: { $0.kind == .tail }) {
        layout.words.reserve(Int(tail.offset) / 8)
        layout.words.rest = CRT_WORD_OPEN
        layout.form.rest = CRT_WORD_OPEN
        layout.form.slack = UInt32(PlanCompiler.mostSlack)
      }
      if isa.word() == MetadataKind.class {
        let type = tables.types[Int(id)]
        layout.form.is_pending = Self.pendingClasses.contains(type.name)
        markPendingWork(of: isa, type, in: &layout.words)
      }
      return layout
    case .genericClosure: return genericContextLayout(isa)
    case .task:
      var layout = SearchLayout(isa: isa, kind: CRT_LAYOUT_TASK, rest: CRT_WORD_OPEN)
      layout.form.is_pending = true
      return layout
    case .errorBox:
      // What an error's box holds, its second and third word tell for each.
      return SearchLayout(isa: isa, rest: CRT_WORD_MAYBE)
    case .block, .memory, .unread: return nil
    }
  }

  private func isStorageOfCollection(_ isa: Address) -> Bool {
    guard isa.word() == MetadataKind.class else { return false }
    let descriptor = TypeMetadata(isa).classDescriptor
    return descriptor.module == "Swift"
      && ["_ContiguousArrayStorage", "_DictionaryStorage", "_SetStorage"].contains(descriptor.name)
  }

  /// The storage of a collection: what lies behind its elements is left from before.
  private func storageLayout(_ metadata: TypeMetadata, _ shape: HeapShape) -> SearchLayout? {
    let isa = metadata.address
    let name = metadata.classDescriptor.name
    if name == "_ContiguousArrayStorage" {
      var layout = SearchLayout(isa: isa, kind: CRT_LAYOUT_ARRAY)
      layout.form.offset = UInt32(shape.elementOffset)
      layout.form.stride = markElement(shape.plan, in: &layout.words)
      return layout
    }
    let isDictionary = name == "_DictionaryStorage"
    var layout = SearchLayout(isa: isa, kind: CRT_LAYOUT_TABLE)
    layout.form.offset = UInt32(isDictionary ? crt_fact_dictionary_bitmap() : crt_fact_set_bitmap())
    layout.form.stride = markElement(shape.plan, in: &layout.words)
    if isDictionary { layout.form.value_stride = markElement(shape.valuePlan, in: &layout.values) }
    return layout
  }

  /// Marks what an element of the plan `id` is, and returns the distance to the next one.
  private func markElement(_ id: LayoutPlan.ID, in words: inout WordKinds) -> UInt32 {
    let plan = tables.plans[Int(id)]
    words.reserve(Int(plan.stride) / 8)
    words.mark(id, in: tables)
    return UInt32(plan.stride)
  }
}

// MARK: - Work that waits

extension PlanCompiler {
  /// Properties of the system's classes that keep work which waits to be done: what it keeps it lets go of then.
  ///
  /// Sources: `Operation.swift` of swift-corelibs-foundation, `TaskRegistry.swift` of FoundationNetworking.
  private static let pendingWork: [(owner: String, property: String)] = [
    ("Foundation.OperationQueue", "__firstOperation"),
    ("Foundation.Operation", "__nextOperation"),
  ]

  /// Classes whose objects are such work as a whole.
  private static let pendingClasses: Set<String> = [
    "FoundationNetworking.URLSession._TaskRegistry"
  ]

  /// Marks the properties of a class, and of its superclasses, that keep work which waits.
  private func markPendingWork(
    of isa: Address, _ type: HeapObjectType, in words: inout WordKinds
  ) {
    for (owner, property) in Self.pendingWork
    where owner == type.name || type.superclasses.contains(owner) {
      for declaring in chain(of: TypeMetadata(isa)) where declaring.name == owner {
        guard let index = declaring.indexOfField(named: property) else { continue }
        words.set(CRT_WORD_PENDING, at: declaring.fieldOffset(index))
      }
    }
  }
}

// MARK: - Generic closures

extension PlanCompiler {
  /// The layout of the contexts of a generic closure, as far as it is the same for all generic arguments: up to the
  /// first capture whose size depends on them. What the words behind that are, the context's own generic arguments say.
  private func genericContextLayout(_ isa: Address) -> SearchLayout? {
    guard let descriptor = CaptureDescriptor(contextMetadata: TypeMetadata(isa), map: map) else {
      return nil
    }
    var layout = SearchLayout(isa: isa)
    var offset = descriptor.capturesOffset
    layout.words.reserve(offset / 8)
    for capture in descriptor.captures {
      guard let place = captureLayout(capture, in: nil) else {
        layout.words.open(from: (offset + 7) & ~7, as: CRT_WORD_MAYBE_OPEN)
        break
      }
      offset = (offset + place.alignmentMask) & ~place.alignmentMask
      layout.words.mark(place.plan, at: offset, in: tables)
      offset += place.size
    }
    // All may lie behind the actor that the function is isolated to, which only the context itself can tell.
    if descriptor.bindingCount > 0 {
      layout.words.open(from: (offset + 7) & ~7, as: CRT_WORD_MAYBE_OPEN)
    }
    return layout
  }
}
