import CRuntime

/// How many of the unowned references to a snapshot's objects are the kit's own: witnesses, and records of
/// allocations.
package final class OwnHolds {
  private let addresses: [UInt]

  /// The records of each object, in the order of the addresses; found when first asked for, since it takes a look at
  /// all records.
  private lazy var records: [UInt32] = {
    let order = addresses.indices.sorted { addresses[$0] < addresses[$1] }
    let sorted = order.map { addresses[$0] }
    var found = [UInt32](repeating: 0, count: sorted.count)
    crt_recorder_count_records(sorted, &found, sorted.count)
    var counts = found
    for (position, object) in order.enumerated() { counts[object] = found[position] }
    return counts
  }()

  /// - Parameter addresses: Where the objects are, all different.
  package init(addresses: [UInt]) {
    self.addresses = addresses
  }

  /// The number of unowned references that the kit has to the object at `index` in the addresses.
  ///
  /// While another thread moves a record, it may be counted neither as that nor as a witness.
  package func count(of index: Int) -> Int {
    ObjectWitness.count(at: addresses[index]) + Int(records[index])
  }
}
