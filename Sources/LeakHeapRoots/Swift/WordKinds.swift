import CLeakHeapRoots
import LeakHeapReading

/// What the words of a piece of memory are, by its type.
struct WordKinds {
  /// One ``crt_word`` each.
  private(set) var kinds: [UInt8] = []
  /// What words are that nothing is said of.
  var rest = CRT_WORD_NEVER
  /// What the words behind these are, if there may be references among them too.
  private(set) var behind = CRT_WORD_NEVER
  private var isOpen: Bool { behind != CRT_WORD_NEVER }
  /// Whether a word is, or may be, a reference that does not own.
  private(set) var hasObservers = false
  /// Whether a word may be one, and only the value knows whether it is.
  private(set) var mayHaveObservers = false

  /// More words than this are not worth a table: anything may be among the others.
  private static let limit = 1 << 13

  mutating func reserve(_ count: Int) {
    while kinds.count < min(count, Self.limit) { kinds.append(UInt8(rest.rawValue)) }
  }

  /// What the word at `offset` is.
  subscript(offset: Int) -> crt_word {
    guard offset & 7 == 0, kinds.indices.contains(offset / 8) else {
      return isOpen ? behind : rest
    }
    return crt_word(UInt32(kinds[offset / 8]))
  }

  mutating func set(_ kind: crt_word, at offset: Int) {
    guard offset & 7 == 0 else {
      // A reference at an odd place is read by no machine's word: such values are packed.
      return set(CRT_WORD_OPEN, from: offset, size: 8)
    }
    guard offset / 8 < Self.limit else {
      behind = CRT_WORD_OPEN
      return
    }
    reserve(offset / 8 + 1)
    kinds[offset / 8] = UInt8(kind.rawValue)
  }

  /// Says that everything from `offset` on may be anything, or that the value may say what it is.
  mutating func open(from offset: Int, as kind: crt_word = CRT_WORD_OPEN) {
    set(kind, from: offset, size: max(8, kinds.count * 8 - offset))
    behind = kind
  }

  /// Marks what the plan `id` says of memory that begins at `base`.
  mutating func mark(_ id: LayoutPlan.ID, at base: Int = 0, in tables: PlanTables) {
    let operations = tables.operations(of: id)
    // What has strong references as well says the same of its observers.
    // A pointer that is known to own is what it is known to be.
    let observers = tables.observers(of: id).filter { observer in
      let kind = observer.kind == .pointer ? .strong : observer.kind
      return !(observer.observes || observer.kind == .pointer)
        || !operations.contains { $0.kind == kind && $0.offset == observer.offset }
    }
    for operation in operations + observers {
      let offset = base + Int(operation.offset)
      switch operation.kind {
      case .strong, .bridge, .block, .memory: set(CRT_WORD_STRONG, at: offset)
      case .function: set(CRT_WORD_CONTEXT, at: offset + 8)
      case .existential: set(CRT_WORD_MAYBE, from: offset, size: 24)
      case .singlePayloadEnum, .multiPayloadEnum:
        markAny(of: tables.payloads(of: operation), at: offset, in: tables)
      case .inlineArray:
        let stride = Int(tables.plans[Int(operation.argument)].stride)
        for element in 0..<min(Int(operation.count), Self.limit) {
          mark(operation.argument, at: offset + element * stride, in: tables)
        }
      case .scan where operation.count > 0:
        set(CRT_WORD_OPEN, from: offset, size: Int(operation.count))
      case .scan, .keyPath, .unread: open(from: offset)
      case .weak:
        set(CRT_WORD_WEAK, at: offset)
        hasObservers = true
      case .unowned:
        set(CRT_WORD_UNOWNED, at: offset)
        hasObservers = true
      case .pointer: set(CRT_WORD_OPEN, at: offset)
      // Whether there is one, only the object's block says.
      case .tail: break
      }
    }
  }

  /// Marks memory that has one of the plans `payloads`, or something else: the value says which.
  private mutating func markAny(
    of payloads: [LayoutPlan.ID], at offset: Int, in tables: PlanTables
  ) {
    var all = WordKinds()
    for payload in payloads {
      var words = WordKinds()
      words.mark(payload, in: tables)
      all.merge(words)
    }
    for (index, kind) in all.kinds.enumerated() where crt_word(UInt32(kind)) != CRT_WORD_NEVER {
      set(crt_word(UInt32(kind)), at: offset + index * 8)
    }
    if all.isOpen { open(from: offset + all.kinds.count * 8) }
    hasObservers = hasObservers || all.hasObservers
    mayHaveObservers = mayHaveObservers || all.hasObservers
  }

  /// Makes each word what it is here or in `other`, of which only the value knows.
  private mutating func merge(_ other: WordKinds) {
    kinds = (0..<max(kinds.count, other.kinds.count)).map { index in
      UInt8(Self.either(self[index * 8], other[index * 8]).rawValue)
    }
    if other.isOpen { behind = other.behind }
    hasObservers = hasObservers || other.hasObservers
    mayHaveObservers = mayHaveObservers || other.mayHaveObservers
  }

  /// Where the words are that are references which do not own, of values that always have them; `nil` where others may be.
  var observers: (weak: [Int], unowned: [Int])? {
    if mayHaveObservers || isOpen { return nil }
    func offsets(_ kind: crt_word) -> [Int] {
      kinds.indices.filter { crt_word(UInt32(kinds[$0])) == kind }.map { $0 * 8 }
    }
    return (offsets(CRT_WORD_WEAK), offsets(CRT_WORD_UNOWNED))
  }

  /// What a word is that is `first` in one case, and `second` in another.
  private static func either(_ first: crt_word, _ second: crt_word) -> crt_word {
    let both = [first, second]
    let mayOwn = both.contains { $0 == CRT_WORD_OPEN || $0 == CRT_WORD_MAYBE_OPEN }
    let observers = [CRT_WORD_NEVER, CRT_WORD_WEAK, CRT_WORD_UNOWNED]
    let isReference = both.contains { $0 != CRT_WORD_OPEN && !observers.contains($0) }
    if isReference { return mayOwn ? CRT_WORD_MAYBE_OPEN : CRT_WORD_MAYBE }
    if mayOwn { return CRT_WORD_OPEN }
    return first == CRT_WORD_NEVER ? second : first
  }

  private mutating func set(_ kind: crt_word, from offset: Int, size: Int) {
    for offset in stride(from: offset & ~7, to: min(offset + size, Self.limit * 8 + 8), by: 8) {
      set(kind, at: offset)
    }
  }
}
