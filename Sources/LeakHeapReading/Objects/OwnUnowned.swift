import LeakBase

/// Which of the unowned references to an object are the kit's own: witnesses, and records of allocations.
package enum OwnUnowned {
  /// How many records of allocations there are of each of some objects, whose addresses ascend.
  package typealias Counter = @Sendable ([UInt]) -> [UInt32]

  private static let counter = VisibleMutex<Counter?>(nil)

  /// Notes who counts the records.
  package static func count(recordsBy counter: @escaping Counter) {
    self.counter.withLock { $0 = counter }
  }

  /// How many there are of each of `addresses`, which ascend.
  ///
  /// - Complexity: O(*n*) in the number of addresses and of all records of the process.
  private static func counts(at addresses: [UInt]) -> [Int] {
    let records = counter.withLock(\.self)?(addresses)
    return addresses.indices.map {
      ObjectWitness.count(at: addresses[$0]) + Int(records?[$0] ?? 0)
    }
  }

  /// So often it is looked while others take and give back references.
  private static let mostLooks = 3

  /// The objects among those at `addresses` to which no other unowned references lead. They may have gone: what is read of them then
  /// says nothing.
  ///
  /// - Complexity: O(*n* log *n*) in the number of addresses, and O(*r*) in the number of all records of the process.
  package static func areAll(at addresses: Set<UInt>) -> Set<UInt> {
    var result: Set<UInt> = []
    var rest = addresses.sorted()
    for _ in 0..<mostLooks where !rest.isEmpty {
      let own = counts(at: rest)
      let found = MemoryGuard.reading { () -> [UInt] in
        zip(rest, own).filter { unowned(at: Address($0)) == $1 }.map(\.0)
      }
      result.formUnion(found ?? [])
      rest.removeAll(where: result.contains)
    }
    return result
  }

  /// How many unowned references lead to an object, but for the one that all strong references share; `nil` for what is none, or is
  /// never freed.
  private static func unowned(at address: Address) -> Int? {
    ReferenceCounts(objectAt: address)?.unowned
  }
}
