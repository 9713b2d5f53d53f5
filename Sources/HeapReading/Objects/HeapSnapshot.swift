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

  package init(graph: HeapGraph, addresses: [UInt], functions: [UInt], unread: [String]) {
    self.graph = graph
    self.addresses = addresses
    self.functions = functions
    self.unread = unread
  }

  /// The runtime's reference counts of `object` at this moment, or `nil` for an object that has none
  /// (unread memory, a block on the stack) or can never be freed.
  ///
  /// The object must not have been freed since the snapshot.
  package func counts(of object: HeapGraph.ObjectID) -> ReferenceCounts? {
    let address = Address(addresses[object])
    switch graph.type(of: object).kind {
    case .unread: return nil
    case .block: return ReferenceCounts(blockAt: address)
    default: return ReferenceCounts(objectAt: address)
    }
  }

  /// The name of `function`, or `nil` when the binary has no symbol for it.
  package func name(of function: FunctionID) -> FunctionName? {
    Symbolizer.shared.functionName(at: functions[Int(function.rawValue)])
  }
}
