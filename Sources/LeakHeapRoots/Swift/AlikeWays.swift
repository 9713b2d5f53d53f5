import LeakBase
import LeakHeapModel
import LeakHeapReading

/// Which ways are told alike: those that have their beginning in common, and lead on through objects of the same types by the same
/// references, at whatever positions in collections.
///
/// Only ways are compared of which the process still has what its copy has.
struct AlikeWays {
  /// The ways that are told alike.
  typealias Kind = Int

  /// A reference on a way, and the object that it leads to.
  struct Step {
    var block: UInt
    var slot: UInt
    var target: UInt
  }

  private let copy: ProcessCopy
  private let objects: ObjectReferences
  private var kinds: [Feature: Kind] = [:]
  /// The kind of the way to each block, as far as that is known to be alike any.
  private var known: [UInt: Kind?] = [:]

  /// What ways of one kind have in common, besides the kind of the way up to the last reference.
  private enum Feature: Hashable {
    /// They begin with this block.
    case beginning(UInt)
    case reference(
      after: Kind, isa: UInt, label: UInt32, confidence: Confidence, code: UInt?, codeBefore: UInt?)
  }

  init(_ copy: ProcessCopy, _ objects: ObjectReferences) {
    self.copy = copy
    self.objects = objects
  }

  /// The kind of the way along `steps`, which follow one another; `nil` for one that is like no other, or that has changed. All ways
  /// that are asked about and lead to one block have the same steps up to there.
  ///
  /// - Complexity: O(*n*) in the number of steps, of which those that were met before take no time to speak of.
  mutating func kind(of steps: [Step]) -> Kind? {
    guard let first = steps.first else { return nil }
    var next = steps.count
    var kind: Kind?
    // Most ways have all but the last step in common with others.
    while next > 0 {
      if let known = known[steps[next - 1].target] {
        guard let known else { return nil }
        kind = known
        break
      }
      next -= 1
    }
    var last = kind ?? number(of: .beginning(first.block))
    for step in steps[next...] {
      let kind = feature(of: step, after: last).map { number(of: $0) }
      known[step.target] = .some(kind)
      guard let kind else { return nil }
      last = kind
    }
    return last
  }

  private mutating func number(of feature: Feature) -> Kind {
    if let known = kinds[feature] { return known }
    kinds[feature] = kinds.count
    return kinds.count - 1
  }

  private func feature(of step: Step, after kind: Kind) -> Feature? {
    guard let isa = copy.word(at: step.target), isOrdinary(step.target, isa: isa),
      objects.isObject(step.block),
      let reference = objects.references(ofObjectAt: Address(step.block))[Address(step.target)],
      objects.isAsCopied(step.slot, in: copy), objects.isAsCopied(step.target, in: copy),
      objects.isAsCopied(step.block, in: copy)
    else { return nil }
    let before = copy.word(at: step.slot &- 8).flatMap {
      copy.compiler.map.isCode(Address($0)) ? $0 : nil
    }
    return .reference(
      after: kind, isa: isa, label: reference.reference.label,
      confidence: reference.reference.confidence, code: reference.code, codeBefore: before)
  }

  /// Whether there is an object that says no more of itself than its type does: none of the system's, no block.
  private func isOrdinary(_ object: UInt, isa: UInt) -> Bool {
    let shape = copy.compiler.shape(of: Address(isa))
    guard shape != copy.compiler.unknownShape, objects.isObject(object) else { return false }
    return copy.compiler.tables.types[Int(shape)].visibility != .system
      && copy.compiler.tables.types[Int(shape)].kind != .block
  }
}
