import CLeakHeapRecording
import SeededRandom
import Testing

@testable import LeakHeapRecording

/// The linked list of open scopes, against an array of them.
struct OpenScopesTests {
  @Test func `Scopes that open and close in any order are as in an array`() {
    for seed in Rounds.seeds(300) {
      var random = SplitMix64(seed: seed)
      var scopes = OpenScopes()
      var model = ScopesInArray()
      var freeIndexes = (0..<12).map { UInt64($0) }
      var closed = AllocationScope.ID(rawValue: 0)
      for moment in 0..<60 as Range<UInt32> {
        if !freeIndexes.isEmpty, model.scopes.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
          let index = freeIndexes.remove(
            at: .random(in: freeIndexes.indices, using: &random))
          let id = UInt64(moment + 1) << CRT_SCOPE_INDEX_BITS | index
          let inner = model.scopes.last.map { $0.id.rawValue } ?? 0
          let isInner = Int.random(in: 0..<4, using: &random) > 0
          let parent = isInner ? inner : model.scopes.first?.id.rawValue ?? 0
          let scope = RegisteredScope(
            id: AllocationScope.ID(rawValue: id), label: "scope",
            claims: Int.random(in: 0..<3, using: &random) == 0,
            inherits: Int.random(in: 0..<2, using: &random) == 0,
            asks: Int.random(in: 0..<2, using: &random) == 0, parent: parent,
            around: isInner ? inner : parent, opened: moment)
          scopes.append(scope)
          model.scopes.append(scope)
        } else {
          let scope = model.scopes.remove(
            at: .random(in: model.scopes.indices, using: &random))
          closed = scope.id
          #expect(scopes.remove(closed)?.opened == scope.opened)
          freeIndexes.append(closed.rawValue & ((1 << CRT_SCOPE_INDEX_BITS) - 1))
        }
        #expect(scopes.all.map(\.id) == model.scopes.map(\.id))
        #expect(scopes.first?.id == model.scopes.first?.id)
        #expect(scopes.count == model.scopes.count && scopes.isEmpty == model.scopes.isEmpty)
        #expect(scopes.strangers == model.strangers)
        #expect(scopes.innermostClaimant == model.innermostClaimant)
        #expect(scopes.ownerOfUnattributed == model.ownerOfUnattributed)
        #expect(model.scopes.allSatisfy { scopes.contains($0.id) })
        #expect(model.scopes.allSatisfy { scopes.heir(of: $0) == model.heir(of: $0) })
        #expect(!scopes.contains(closed))
        #expect(scopes.remove(closed) == nil)
      }
    }
  }
}

private struct ScopesInArray {
  var scopes: [RegisteredScope] = []

  var strangers: Int {
    zip(scopes.dropFirst(), scopes).count { $0.parent != $1.id.rawValue }
  }

  func heir(of scope: RegisteredScope) -> UInt64 {
    guard let around = scopes.first(where: { $0.id.rawValue == scope.around }), !around.inherits
    else { return scope.around }
    return heir(of: around)
  }

  var innermostClaimant: UInt64 {
    strangers > 0 ? 0 : scopes.last { $0.claims }?.id.rawValue ?? 0
  }

  var ownerOfUnattributed: UInt64 {
    let inside = scopes.reversed().prefix { !$0.claims }
    return inside.contains(where: \.asks) ? 0 : innermostClaimant
  }
}
