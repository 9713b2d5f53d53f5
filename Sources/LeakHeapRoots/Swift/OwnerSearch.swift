import CLeakBase
import LeakBase
import LeakHeapModel

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
  ///
  /// - Parameter groups: The group of each of `targets`: where long ways lead to several of one group, the way to the first is told.
  /// - Complexity: O(*n*) in the number of objects that lead to `targets`, and in the number of those whose ways are not long.
  func answers(on targets: [UInt], inGroups groups: [Int]) throws(ProcessCopyError) -> [FoundAnswer]
  {
    let isReached = try RootReach(copy, globals).mark(targets)
    let places = PlaceReader(copy, globals)
    var explanation = OwnerExplanation(places)
    try explanation.look(
      for: targets.indices.filter { isReached[$0] == 0 }.map { targets[$0].unmasked })
    var answers = [FoundAnswer](repeating: .unread, count: targets.count)
    var firstTargets: [Trunk: Int] = [:]
    func first(_ trunk: Trunk, for index: Int) -> Int {
      if let first = firstTargets[trunk] { return first }
      firstTargets[trunk] = index
      return index
    }
    var reached: [Int] = []
    let candidates = targets.indices.filter { isReached[$0] != 0 }
    for (index, block) in zip(
      candidates, try copy.trunks(ofWaysTo: candidates.map { targets[$0] }))
    {
      let first = block.map {
        first(Trunk(block: $0, isRooted: true, group: groups[index]), for: index)
      }
      if let first, first != index { answers[index] = .along(first) } else { reached.append(index) }
    }
    for index in targets.indices where isReached[index] == 0 {
      let target = targets[index].unmasked
      let block = explanation.trunk(of: target)
      let first = block.map {
        first(Trunk(block: $0, isRooted: false, group: groups[index]), for: index)
      }
      if let first, first != index {
        answers[index] = .along(first)
      } else {
        answers[index] = explanation.answer(on: target)
      }
    }
    for (index, way) in zip(reached, try copy.ways(to: reached.map { targets[$0] })) {
      answers[index] = .held(rooted(targets[index], by: way, places))
    }
    return answers
  }

  /// What several long ways of one group have in common.
  private struct Trunk: Hashable {
    var block: UInt
    var isRooted: Bool
    var group: Int
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
