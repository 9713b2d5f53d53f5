import CLeakHeapRecording
import LeakHeapReading

/// How many of the unowned references to a snapshot's objects are the kit's own: witnesses, and records of
/// allocations.
package final class OwnHolds: Sendable {
  private let addresses: [UInt]

  /// The records of each object, in the order of the addresses.
  private let records: [UInt32]

  /// Counts the records, which takes a look at all of the process's.
  ///
  /// - Parameter addresses: Where the objects are, all different.
  /// - Complexity: O(*n* log *n*) in the number of addresses, and O(*r*) in the number of records.
  package init(addresses: [UInt]) {
    self.addresses = addresses
    let order = addresses.indices.sorted { addresses[$0] < addresses[$1] }
    let sorted = order.map { addresses[$0] }
    var found = [UInt32](repeating: 0, count: sorted.count)
    crt_recorder_count_records(sorted, &found, sorted.count)
    var counts = found
    for (position, object) in order.enumerated() { counts[object] = found[position] }
    records = counts
  }

  /// The number of unowned references that the kit has to the object at `index` in the addresses.
  ///
  /// While another thread moves a record, it may be counted neither as that nor as a witness.
  package func count(of index: Int) -> Int {
    ObjectWitness.count(at: addresses[index]) + Int(records[index])
  }
}
