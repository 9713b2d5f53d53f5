import CLeakHeapRoots
import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// What the words of the variables of images under test are, by the types of the variables.
///
/// What is found out about a word is kept: variables do not move.
final class GlobalVariables {
  /// What a word of an image's data is known to be.
  struct Word: Hashable {
    var grade: EvidenceGrade
    /// The variable's name, as the linker knows it.
    var symbol: String?
    /// Whether it is a reference depends on what is in the variable.
    var value: Value?
    /// The plan of the variable's value, which begins here where there is room for it: the variable has its address.
    var boxed: LayoutPlan.ID?
  }

  /// What is to be looked at to tell which words of a variable are references.
  enum Value: Hashable {
    /// A value of the plan, which begins at the address.
    case variable(plan: LayoutPlan.ID, address: UInt)
    /// An object that the compiler laid out among the data.
    case object(address: UInt)
    /// One reference to an object of a class, of which it is not known whether it is weak or unowned. It is strong where no unowned
    /// reference leads to the object that it is the address of.
    case unknownReference
  }

  /// An object among the data that the runtime has to prepare comes behind a word that says whether it has.
  ///
  /// Source: `swift_initStaticObject` in `stdlib/public/runtime/HeapObject.cpp`.
  static let staticObjectHeader: UInt = 8

  private var words: [UInt: Word] = [:]

  /// What the word at `slot` is.
  func word(at slot: UInt, compiler: PlanCompiler) -> Word {
    if let known = words[slot] { return known }
    let word = Self.read(slot, compiler: compiler)
    words[slot] = word
    return word
  }

  /// The words that may be references in the memory at `box`, if that has the value of the variable at `variable`, for which there was no
  /// room in the variable. It stays there for good.
  func slots(ofBoxAt box: UInt, of variable: UInt, compiler: PlanCompiler) -> [UInt] {
    let word = word(at: variable, compiler: compiler)
    guard let plan = word.boxed else { return [] }
    var kinds = WordKinds()
    kinds.mark(plan, in: compiler.tables)
    let references = [CRT_WORD_STRONG, CRT_WORD_CONTEXT, CRT_WORD_MAYBE, CRT_WORD_MAYBE_OPEN]
    let slots = kinds.kinds.indices.filter { references.contains(kinds[$0 * 8]) }
      .map { box &+ UInt($0) * 8 }
    for slot in slots {
      words[slot] = Word(
        grade: .typedRoot, symbol: word.symbol, value: .variable(plan: plan, address: box))
    }
    return slots
  }

  private static func read(_ slot: UInt, compiler: PlanCompiler) -> Word {
    guard let symbol = ImageSymbols.symbol(covering: slot) else {
      // Data without a name: of a stripped image anything may be there.
      return Word(
        grade: ImageSymbols.isNamelessCache(slot) ? .neverOwns : .mayOwn, symbol: nil)
    }
    var word = Word(grade: .neverOwns, symbol: symbol.name)
    if KitModules.declareVariable(symbol.name) { return word }
    guard symbol.name.hasPrefix("$s") else {
      word.grade = .mayOwn
      return read(word, at: slot, of: symbol, ImageSymbols.variable(covering: slot), compiler)
        ?? word
    }
    if VariableSymbol.isStaticObject(symbol.name) {
      word.grade = .typedRoot
      word.value = .object(address: symbol.address)
      return word
    }
    // What the compiler keeps for itself: caches of metadata and of conformances, key paths, tokens.
    guard VariableSymbol.isVariable(symbol.name) else { return word }
    word.grade = .mayOwn
    let variable = ImageSymbols.variable(covering: slot)
    switch variable?.type {
    case .swift:
      // A type that is written with an alias is known by the symbol alone.
      if let known = read(word, at: slot, of: symbol, variable, compiler) { return known }
    default: break
    }
    return read(word, at: slot, ofOneKnownBySymbol: symbol, compiler)
  }

  private static func read(
    _ word: Word, at slot: UInt, of symbol: LoadedSymbol, _ variable: DebugVariable?,
    _ compiler: PlanCompiler
  ) -> Word? {
    guard let variable,
      let layout = compiler.layout(ofVariable: variable.type, inImageAt: symbol.address)
    else { return nil }
    return read(word, at: slot, of: symbol, layout, compiler)
  }

  /// A symbol tells a variable's type, but of a reference not whether it is weak or unowned.
  private static func read(
    _ word: Word, at slot: UInt, ofOneKnownBySymbol symbol: LoadedSymbol, _ compiler: PlanCompiler
  ) -> Word {
    guard let name = MangledTypeText(ofVariable: symbol.name) else { return word }
    if name.isClass {
      guard slot == symbol.address else { return word }
      var word = word
      word.grade = .typedRoot
      word.value = .unknownReference
      return word
    }
    guard let layout = compiler.layout(ofVariableNamed: name, inImageAt: symbol.address) else {
      return word
    }
    // A value of which another library tells the size is elsewhere where it does not fit.
    guard layout.size <= Int(clamping: symbol.size) else {
      guard slot == symbol.address, symbol.size == fixedBuffer else { return word }
      var word = word
      word.boxed = layout.plan
      return word
    }
    return read(word, at: slot, of: symbol, layout, compiler)
  }

  /// How much room a variable has of a type whose size another library tells.
  ///
  /// Source: `ValueBuffer` in the runtime's `include/swift/ABI/Metadata.h`: three words.
  private static let fixedBuffer: UInt = 24

  private static func read(
    _ word: Word, at slot: UInt, of symbol: LoadedSymbol, _ layout: VariableLayout,
    _ compiler: PlanCompiler
  ) -> Word {
    var kinds = WordKinds()
    kinds.mark(layout.plan, in: compiler.tables)
    var word = word
    switch kinds[Int(slot - symbol.address)] {
    case CRT_WORD_STRONG, CRT_WORD_PENDING: word.grade = .typedRoot
    case CRT_WORD_CONTEXT, CRT_WORD_MAYBE, CRT_WORD_MAYBE_OPEN:
      word.grade = .typedRoot
      word.value = .variable(plan: layout.plan, address: symbol.address)
    case CRT_WORD_OPEN: word.grade = .mayOwn
    default: word.grade = .neverOwns
    }
    return word
  }
}
