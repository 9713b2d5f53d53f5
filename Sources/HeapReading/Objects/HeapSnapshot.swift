import HeapModel

/// A ``HeapGraph`` with what it takes to ask the live process about its objects.
package struct HeapSnapshot: Sendable {
  /// The objects reached from the root, which is object 0.
  package let graph: HeapGraph

  /// Where each object was, by ``HeapGraph/ObjectID``. Addresses, not references: nothing is kept alive.
  package let addresses: [UInt]

  /// The code of each function, by ``FunctionID``.
  package let functions: [UInt]

  /// What was reached but could not be read, one sentence part each, without duplicates:
  /// "the fields of Shop.Legacy (built without reflection metadata)".
  package let unread: [String]

  /// Whether something was not where it had been a moment before: other threads were changing the graph.
  ///
  /// What was found stands as far as the retain counts confirm it; what is missing may only have been missed.
  package let hasChanged: Bool

  /// The first word of the objects of each type, by ``HeapObject/type``; 0 where they have none in common.
  private let isas: [UInt]

  /// Keeps questions to objects that are gone from ending the process.
  private let memoryGuard = MemoryGuard()

  package init(
    graph: HeapGraph, addresses: [UInt], functions: [UInt], unread: [String],
    hasChanged: Bool = false, isas: [UInt]
  ) {
    self.graph = graph
    self.addresses = addresses
    self.functions = functions
    self.unread = unread
    self.hasChanged = hasChanged
    self.isas = isas
  }

  /// The runtime's reference counts of `object` at this moment, or `nil` for an object that has none
  /// (unread memory, a block on the stack), can never be freed, or is not there any more.
  package func counts(of object: HeapGraph.ObjectID) -> ReferenceCounts? {
    let address = Address(addresses[object])
    let isa = isas[Int(graph.objects[object].type)]
    guard isa == 0 || address.word() == isa else { return nil }
    switch graph.type(of: object).kind {
    case .memory, .unread: return nil
    case .block: return ReferenceCounts(blockAt: address)
    default: return ReferenceCounts(objectAt: address)
    }
  }

  /// The name of `function`, or `nil` when the binary has no symbol for it.
  package func name(of function: FunctionID) -> FunctionName? {
    Symbolizer.shared.functionName(at: functions[Int(function.rawValue)])
  }

  /// Where `function` is written, or `nil` when the binary has no debug information on it.
  package func line(of function: FunctionID) -> SourcePlace? {
    Symbolizer.shared.sourceLine(at: functions[Int(function.rawValue)])
  }
}
