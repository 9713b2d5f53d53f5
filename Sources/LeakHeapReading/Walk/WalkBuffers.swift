import LeakHeapModel

/// Most of the memory of a walk, which is kept from one walk to the next.
///
/// The system takes longer to give the memory for ten thousand objects than the walk to read them. What a large walk took is given
/// back. What is kept holds no address of an object: it would be found where the process is searched for what refers to one.
final class WalkBuffers {
  /// What each of the buffers keeps at most, in bytes.
  static let mostBytes = 1 << 20

  let addresses = FlatBuffer<UInt>(capacity: 256)
  let shapes = FlatBuffer<HeapShape.ID>(capacity: 256)
  let references = FlatBuffer<HeapReference>(capacity: 256)
  let firstReferences = FlatBuffer<UInt32>(capacity: 256)
  /// The walk's table while it has none.
  var table = AddressTable()

  /// Takes the table back from a walk that is over.
  func clear(_ table: AddressTable) {
    addresses.removeAll(keeping: Self.mostBytes)
    shapes.removeAll(keeping: Self.mostBytes)
    references.removeAll(keeping: Self.mostBytes)
    firstReferences.removeAll(keeping: Self.mostBytes)
    self.table = table
    self.table.removeAll(keeping: Self.mostBytes)
  }

  func deallocate() {
    addresses.deallocate()
    shapes.deallocate()
    references.deallocate()
    firstReferences.deallocate()
    table.deallocate()
  }
}
