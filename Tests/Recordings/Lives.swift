import Dispatch
import Foundation
import LeakHeapReading

/// Objects of every kind that leak, beside as many that do not.
func kinds(_ arguments: [String]) async {
  func check(_ kind: String, _ make: (Bool) async throws -> Void) async {
    for leaks in [false, true] {
      let scope = openScope(kind)
      await scope.run { try? await make(leaks) }
      print("\(kind), \(leaks ? "leaked" : "let go"): \(census(scope.survivors()))")
      scope.close()
    }
  }
  await check("instance") { leaks in
    let node = Node()
    if leaks { node.leak() }
  }
  await check("generic instance") { leaks in
    let pair = Pair<Int, Node>()
    if leaks { pair.leak() }
  }
  await check("actor") { leaks in
    let counter = Counter()
    if leaks { await counter.leak() }
  }
  await check("closure") { leaks in
    let node = Node()
    var count = 0
    let handler = {
      count += 1
      node.next = nil
    }
    if leaks { node.handler = handler } else { handler() }
  }
  await check("indirect case") { leaks in
    let node = Node()
    let tree = Tree.branch(.branch(.leaf, node), node)
    if leaks { node.handler = { _ = tree } }
  }
  await check("initialiser that gives up") { leaks in
    for early in [false, true] {
      _ = Fussy(early: early)
      _ = try? Fussy(throwing: early)
    }
    if leaks { Leaf().leak() }
  }
  await check("object with weak and unowned references") { leaks in
    let node = Leaf()
    weak let weakly = node
    unowned let other = node
    if leaks { other.leak() }
    precondition(weakly != nil)
  }
  await check("buffer") { leaks in
    let row = Row.create(minimumCapacity: 2) { _ in nil }
    if leaks { row.header = row }
    _ = try Columns.create(minimumCapacity: 1) { _ in throw Refusal() }
  }
  await check("buffer of a class of one's own") { leaks in
    let store = ManagedBufferPointer<AnyObject?, Int>(
      bufferClass: Store.self, minimumCapacity: 2
    ) { _, _ in nil }
    if leaks { store.withUnsafeMutablePointerToHeader { $0.pointee = store.buffer } }
  }
  await check("operation") { leaks in
    let operation = BlockOperation {}
    if leaks { operation.completionBlock = { _ = operation } }
  }
  await check("queue") { leaks in
    let queue = DispatchQueue(label: "leaves")
    if leaks { _ = Unmanaged.passRetained(queue) }
  }
}

private final class Row: ManagedBuffer<AnyObject?, Int> {}

private final class Columns: ManagedBuffer<Int, Int> {}

private final class Store {}

/// Deinitialisers that bring their object to others' attention, or allocate.
func lives(_ arguments: [String]) {
  /// Lends itself out for the last time, from `deinit`.
  final class Lender {
    deinit {
      let again = Unmanaged.passUnretained(self).retain()
      weak let weakly = self
      precondition(weakly == nil)
      again.release()
    }
  }
  /// Makes others while it goes: some stay.
  final class Ancestor {
    nonisolated(unsafe) static var kept: [Leaf] = []
    deinit {
      for _ in 0..<100 { _ = Node() }
      Self.kept.append(Leaf())
    }
  }
  let scope = openScope("lives")
  scope.run {
    for _ in 0..<1000 { _ = Lender() }
    for _ in 0..<1000 { _ = Ancestor() }
  }
  print("while their heirs live: \(census(scope.survivors()))")
  let survivors = scope.survivors()
  let isInOrder = survivors.map(\.witness.address) == Ancestor.kept.map { address(of: $0) }
  print("in order of allocation: \(isInOrder)")
  Ancestor.kept = []
  print("when they are gone: \(census(scope.survivors()))")
  // Unowned references that outlive the object keep its memory, whoever else does.
  let other = openScope("unowned")
  let unowned = other.run {
    let node = Leaf()
    return (0..<1_000_000).map { _ in Unowned(node: node) }
  }
  print("a million unowned references: \(census(other.survivors()))")
  other.close()
  withExtendedLifetime(unowned) {}
}

private struct Unowned {
  unowned let node: Leaf
}
