/// A weak or unowned reference between two objects of a ``HeapGraph``: it keeps nothing alive, and who follows it gets at the
/// object.
package struct Observation: Sendable, Hashable, BitwiseCopyable {
  package var source: UInt32
  package var target: UInt32

  package init(source: HeapGraph.ObjectID, target: HeapGraph.ObjectID) {
    self.source = UInt32(source)
    self.target = UInt32(target)
  }
}
