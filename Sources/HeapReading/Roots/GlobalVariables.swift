import CRuntime
import HeapModel

/// What the words of the variables of images under test are, by the types of the variables.
///
/// What is found out about a word is kept: variables do not move.
final class GlobalVariables {
  /// What a word of an image's data is known to be.
  struct Word: Hashable {
    var grade: EvidenceGrade
    /// The variable's name, as the linker knows it.
    var symbol: String?
    /// Whether it is a reference depends on the variable's value: the plan of the variable, and where it begins.
    var value: Value?
  }

  /// A variable whose value tells which of its words are references.
  struct Value: Hashable {
    var plan: LayoutPlan.ID
    var address: UInt
  }

  private var words: [UInt: Word] = [:]

  /// What the word at `slot` is.
  func word(at slot: UInt, compiler: PlanCompiler) -> Word {
    if let known = words[slot] { return known }
    let word = Self.read(slot, compiler: compiler)
    words[slot] = word
    return word
  }

  private static func read(_ slot: UInt, compiler: PlanCompiler) -> Word {
    guard let symbol = ImageSymbols.dataSymbol(covering: slot) else {
      // Data without a name: of a stripped image anything may be there.
      return Word(grade: .mayOwn, symbol: nil)
    }
    if KitModules.declare(symbol.name) { return Word(grade: .neverOwns, symbol: symbol.name) }
    guard symbol.name.hasPrefix("$s") else { return Word(grade: .mayOwn, symbol: symbol.name) }
    guard VariableSymbol.isVariable(symbol.name) else {
      // What the compiler keeps for itself: caches of metadata and of conformances, key paths, tokens.
      return Word(grade: .neverOwns, symbol: symbol.name)
    }
    return Word(grade: .typedRoot, symbol: symbol.name)
  }

  private static func read(
    _ slot: UInt, of symbol: DataSymbol, type: TypeMetadata, compiler: PlanCompiler
  ) -> Word {
    let plan = compiler.plan(for: type)
    var kinds = WordKinds()
    kinds.mark(plan, in: compiler.tables)
    var word = Word(grade: .neverOwns, symbol: symbol.name)
    switch kinds[Int(slot - symbol.address)] {
    case CRT_WORD_STRONG, CRT_WORD_PENDING: word.grade = .typedRoot
    case CRT_WORD_CONTEXT, CRT_WORD_MAYBE:
      word.grade = .typedRoot
      word.value = Value(plan: plan, address: symbol.address)
    case CRT_WORD_OPEN: word.grade = .mayOwn
    default: break
    }
    return word
  }
}
