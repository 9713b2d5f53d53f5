import CRuntime
import HeapModel

/// What the words of the objects with one first word are, for a search.
struct SearchLayout {
  var isa: UInt
  /// One ``crt_word`` for each word.
  var words: [UInt8]
  /// What the words behind these are.
  var rest = CRT_WORD_PLAIN
}

extension PlanCompiler {
  /// The layouts of all objects whose plan was compiled so far.
  ///
  /// Classes of the system's libraries are left out: what they own is not always what their fields say.
  func searchLayouts() -> [SearchLayout] {
    // The kit's own.
    _ = shape(of: Address(of: ObjectWitness.self))
    return shapeOfClass.compactMap { isa, shape in searchLayout(isa: Address(isa), shape: shape) }
  }

  private func searchLayout(isa: Address, shape id: HeapShape.ID) -> SearchLayout? {
    let type = tables.types[Int(id)]
    let shape = tables.shapes[Int(id)]
    guard shape.kind == .leaf || shape.kind == .fixed else { return nil }
    switch type.kind {
    case .instance where !type.isToolchains:
      var layout = SearchLayout(isa: isa.bits, words: [])
      layout.words = [UInt8](
        repeating: UInt8(CRT_WORD_PLAIN.rawValue),
        count: (TypeMetadata(isa).instanceSize + 7) / 8)
      layout.mark(operations: tables.operations(of: shape.plan), at: 0, in: tables)
      for offset in nonOwningFields(of: TypeMetadata(isa)) {
        layout.mark(CRT_WORD_WEAK, at: offset)
      }
      return layout
    case .closureContext, .box:
      guard isa.word() == MetadataKind.heapLocalVariable else { return nil }
      var layout = SearchLayout(isa: isa.bits, words: [])
      if ownsEveryCapture(isa) == false { layout.rest = CRT_WORD_WEAK }
      layout.mark(operations: tables.operations(of: shape.plan), at: 0, in: tables)
      return layout
    case .arrayStorage, .dictionaryStorage, .setStorage:
      // Numbers and strings, or addresses without an owner.
      return shape.kind == .leaf ? SearchLayout(isa: isa.bits, words: []) : nil
    default: return nil
    }
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

extension SearchLayout {
  /// Marks what `operations` read, from `base` on.
  fileprivate mutating func mark(
    operations: [PlanOperation], at base: Int, in tables: PlanTables
  ) {
    for operation in operations {
      let offset = base + Int(operation.offset)
      switch operation.kind {
      case .strong, .bridge, .block, .memory: mark(CRT_WORD_STRONG, at: offset)
      case .function: mark(CRT_WORD_STRONG, at: offset + 8)
      case .existential: mark(CRT_WORD_STRONG, from: offset, size: 24)
      case .singlePayloadEnum:
        let size = Int(tables.plans[Int(operation.argument)].size)
        mark(CRT_WORD_STRONG, from: offset, size: size)
      case .multiPayloadEnum:
        mark(CRT_WORD_STRONG, from: offset, size: Int(tables.enums[Int(operation.argument)].size))
      case .inlineArray:
        let stride = Int(tables.plans[Int(operation.argument)].stride)
        mark(CRT_WORD_STRONG, from: offset, size: stride * Int(operation.count))
      case .scan where operation.count > 0:
        mark(CRT_WORD_STRONG, from: offset, size: Int(operation.count))
      case .scan, .unread:
        mark(CRT_WORD_STRONG, from: offset, size: max(8, words.count * 8 - offset))
        rest = CRT_WORD_STRONG
      }
    }
  }

  private mutating func mark(_ word: crt_word, from offset: Int, size: Int) {
    // A layout that is larger than this is not worth its table: what is behind may hold anything.
    guard offset + size < 1 << 16 else {
      rest = CRT_WORD_STRONG
      return
    }
    for offset in stride(from: offset & ~7, to: offset + size, by: 8) { mark(word, at: offset) }
  }

  fileprivate mutating func mark(_ word: crt_word, at offset: Int) {
    let index = offset / 8
    while words.count <= index { words.append(UInt8(rest.rawValue)) }
    words[index] = UInt8(word.rawValue)
  }
}
