import CRuntime
import HeapModel

/// What the words of the objects with one first word are, for a search.
struct SearchLayout {
  var form: crt_layout
  /// One ``crt_word`` for each word of the object, or of each element or key.
  var words = WordKinds()
  /// The same for each value of a dictionary.
  var values = WordKinds()

  init(isa: Address, kind: crt_layout_kind = CRT_LAYOUT_FIXED, rest: crt_word = CRT_WORD_PLAIN) {
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
    if words.isOpen || values.isOpen { form.rest = CRT_WORD_STRONG }
    crt_search_add_layout(search, form, words.kinds, values.kinds)
  }
}

extension PlanCompiler {
  /// The layout of the objects whose first word is `isa`, or `nil` when nothing is known of them.
  ///
  /// What classes of the system's libraries own is not always what their fields say: every word counts.
  func searchLayout(isa: Address) -> SearchLayout? {
    guard isPlausibleMetadata(isa) else { return nil }
    let metadata = TypeMetadata(isa)
    switch isa.word() {
    case MetadataKind.heapLocalVariable: return contextLayout(isa)
    case MetadataKind.class: break
    default: return nil
    }
    let descriptor = metadata.classDescriptor
    if descriptor.module == "Swift" { return storageLayout(metadata, named: descriptor.name) }
    if HeapObjectType.isToolchains(module: descriptor.module) {
      return SearchLayout(isa: isa, rest: CRT_WORD_STRONG)
    }
    let shape = tables.shapes[Int(shape(of: isa))]
    guard shape.kind == .leaf || shape.kind == .fixed else { return nil }
    var layout = SearchLayout(isa: isa)
    layout.words.reserve((metadata.instanceSize + 7) / 8)
    layout.words.mark(tables.operations(of: shape.plan), in: tables)
    for offset in nonOwningFields(of: metadata) { layout.words.set(CRT_WORD_WEAK, at: offset) }
    return layout
  }

  private func contextLayout(_ isa: Address) -> SearchLayout? {
    let shape = tables.shapes[Int(shape(of: isa))]
    guard shape.kind == .leaf || shape.kind == .fixed else { return nil }
    let isOwning = ownsEveryCapture(isa) ?? true
    var layout = SearchLayout(isa: isa, rest: isOwning ? CRT_WORD_PLAIN : CRT_WORD_WEAK)
    layout.words.rest = layout.form.rest
    layout.words.mark(tables.operations(of: shape.plan), in: tables)
    return layout
  }

  /// The storage of a collection or a string: what lies behind its elements is left from before.
  private func storageLayout(_ metadata: TypeMetadata, named name: String) -> SearchLayout? {
    let isa = metadata.address
    let shape = tables.shapes[Int(shape(of: isa))]
    let isDictionary = name == "_DictionaryStorage"
    switch shape.kind {
    case .leaf where isDictionary, .dictionary, .set:
      var layout = SearchLayout(isa: isa, kind: CRT_LAYOUT_TABLE)
      layout.form.offset = isDictionary ? 64 : 56
      layout.form.stride = markElement(metadata, 0, shape.plan, in: &layout.words)
      if isDictionary {
        layout.form.value_stride = markElement(metadata, 1, shape.valuePlan, in: &layout.values)
      }
      return layout
    case .leaf:
      let isPlain = metadata.classDescriptor.isGeneric && !isNumber(metadata.genericArgument(0))
      return SearchLayout(isa: isa, rest: isPlain ? CRT_WORD_PLAIN : CRT_WORD_WEAK)
    case .array:
      var layout = SearchLayout(isa: isa, kind: CRT_LAYOUT_ARRAY)
      layout.form.offset = UInt32(shape.elementOffset)
      layout.form.stride = markElement(metadata, 0, shape.plan, in: &layout.words)
      return layout
    default: return SearchLayout(isa: isa, rest: CRT_WORD_STRONG)
    }
  }

  /// Whether `type` is one of the standard library's integers or floating-point numbers.
  private func isNumber(_ type: TypeMetadata) -> Bool {
    guard map.isReadable(type.address, length: 24), type.kind == MetadataKind.struct else {
      return false
    }
    let descriptor = type.descriptor
    return descriptor.module == "Swift" && Self.numbers.contains(descriptor.name)
  }

  private static let numbers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "UInt128", "Float", "Double",
  ]

  /// Marks what an element of the plan `id` holds, whose type is a generic argument of the storage's, and returns the
  /// distance to the next one.
  private func markElement(
    _ storage: TypeMetadata, _ argument: Int, _ id: LayoutPlan.ID, in words: inout WordKinds
  ) -> UInt32 {
    let plan = tables.plans[Int(id)]
    if isNumber(storage.genericArgument(argument)) { words.rest = CRT_WORD_WEAK }
    words.reserve(Int(plan.stride) / 8)
    words.mark(tables.operations(of: id), in: tables)
    // Elements that are not whole words apart have their references at odd places: none that could be followed.
    return UInt32(plan.stride)
  }

  /// Where an instance of `type` keeps weak and unowned references.
  private func nonOwningFields(of type: TypeMetadata) -> [Int] {
    var offsets: [Int] = []
    var declaring = type
    while !declaring.address.isNull, isPlausibleMetadata(declaring.address) {
      let fields = declaring.descriptor.fields
      if !fields.isNull {
        for index in 0..<fields.count {
          guard let mangled = fields[index].type, mangled.isNonOwningReference else { continue }
          offsets.append(declaring.fieldOffset(index))
        }
      }
      declaring = declaring.superclass
    }
    return offsets
  }

  /// Whether a closure context has no weak or unowned capture; `nil` when it does not say.
  private func ownsEveryCapture(_ isa: Address) -> Bool? {
    guard let descriptor = CaptureDescriptor(contextMetadata: TypeMetadata(isa), map: map) else {
      return nil
    }
    return !descriptor.captures.contains(where: \.isNonOwningReference)
  }
}

/// What the words of a piece of memory are.
struct WordKinds {
  /// One ``crt_word`` each.
  private(set) var kinds: [UInt8] = []
  /// What words are that nothing is said of.
  var rest = CRT_WORD_PLAIN
  /// Whether there may be references behind these words too.
  private(set) var isOpen = false

  /// More words than this are not worth a table: anything may be among the others.
  private static let limit = 1 << 13

  mutating func reserve(_ count: Int) {
    while kinds.count < min(count, Self.limit) { kinds.append(UInt8(rest.rawValue)) }
  }

  mutating func set(_ kind: crt_word, at offset: Int) {
    guard offset / 8 < Self.limit else {
      isOpen = true
      return
    }
    reserve(offset / 8 + 1)
    kinds[offset / 8] = UInt8(kind.rawValue)
  }

  /// Marks what `operations` read.
  mutating func mark(_ operations: [PlanOperation], in tables: PlanTables) {
    for operation in operations {
      let offset = Int(operation.offset)
      switch operation.kind {
      case .strong, .bridge, .block, .memory: set(CRT_WORD_STRONG, at: offset)
      case .function: set(CRT_WORD_STRONG, at: offset + 8)
      case .existential: set(CRT_WORD_STRONG, from: offset, size: 24)
      case .singlePayloadEnum:
        let size = Int(tables.plans[Int(operation.argument)].size)
        set(CRT_WORD_STRONG, from: offset, size: size)
      case .multiPayloadEnum:
        set(CRT_WORD_STRONG, from: offset, size: Int(tables.enums[Int(operation.argument)].size))
      case .inlineArray:
        let stride = Int(tables.plans[Int(operation.argument)].stride)
        set(CRT_WORD_STRONG, from: offset, size: stride * Int(operation.count))
      case .scan where operation.count > 0:
        set(CRT_WORD_STRONG, from: offset, size: Int(operation.count))
      case .scan, .unread:
        set(CRT_WORD_STRONG, from: offset, size: max(8, kinds.count * 8 - offset))
        isOpen = true
      }
    }
  }

  private mutating func set(_ kind: crt_word, from offset: Int, size: Int) {
    for offset in stride(from: offset & ~7, to: min(offset + size, Self.limit * 8 + 8), by: 8) {
      set(kind, at: offset)
    }
  }
}
