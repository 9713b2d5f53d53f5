import CLeakBase
import HeapModel
import LeakBase

/// Finds out who owns objects, in a copy of the process.
///
/// Whatever refers to an object by its type is known, and so is how often the object is retained. So the search goes from
/// an object to those that refer to it, and on to those that refer to these, until it comes to one that a root reaches, or
/// to one with more retains than references: somebody else owns that one. Only of those is asked where in the process their
/// address is, in places that have no type.
struct OwnerSearch {
  private let copy: ProcessCopy
  private let globals: GlobalVariables

  init(_ copy: ProcessCopy, _ globals: GlobalVariables) {
    self.copy = copy
    self.globals = globals
  }

  /// The answers on the objects at `targets`, masked addresses, in their order.
  func answers(on targets: [UInt]) throws(ProcessCopyError) -> [FoundAnswer] {
    let isReached = try RootReach(copy, globals).mark(targets)
    let places = PlaceReader(copy, globals)
    var explanation = OwnerExplanation(places)
    try explanation.look(
      for: targets.indices.filter { isReached[$0] == 0 }.map { targets[$0].unmasked })
    let reached = targets.indices.filter { isReached[$0] != 0 }
    var answers = targets.indices.map { index -> FoundAnswer? in
      isReached[index] == 0 ? explanation.answer(on: targets[index].unmasked) : nil
    }
    for (index, way) in zip(reached, try copy.ways(to: reached.map { targets[$0] })) {
      answers[index] = .held(rooted(targets[index], by: way, places))
    }
    return answers.map { $0 ?? .unread }
  }

  /// The way from a typed root to an object.
  private func rooted(_ target: UInt, by way: [ProcessCopy.Step], _ places: PlaceReader) -> FoundWay
  {
    let slot = way.first?.slot ?? 0
    return FoundWay(
      root: places.root(atVariable: slot),
      rootSlot: slot,
      hops: way.dropFirst().map { FoundWay.Hop(block: $0.block, slot: $0.slot) },
      target: target.unmasked, grade: .typedRoot, outlivesTest: true)
  }
}
