import CLeakBase
import CLeakHeapRecording
import LeakBase
import LeakHeapReading

/// What a scope recorded, and was alive when it ended: some objects, or millions.
///
/// They are held by one unowned retain each, which is given back when this goes, or when they are dropped. One check uses
/// them, one call after the other.
package final class Survivors: Sendable {
  /// The recorder's list, behind a lock that ThreadSanitizer sees: the threads that look at it take turns.
  private let list: VisibleMutex<List>

  private struct List: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer

    deinit { crt_survivors_free(pointer) }
  }

  /// Moves the objects out of the scope, which is over; `nil` when there are none.
  convenience init?(of scope: UInt64) {
    guard let pointer = crt_survivors_take(scope) else { return nil }
    self.init(pointer)
  }

  private init(_ pointer: OpaquePointer) {
    list = VisibleMutex(List(pointer: pointer))
  }

  /// Whether an instance of a class is alive that may go.
  ///
  /// - Complexity: O(1) but for those that are found dead, each once.
  package var remain: Bool { list.withLock { crt_survivors_remain($0.pointer) } }

  /// How many are alive.
  package var count: Int { list.withLock { crt_survivors_sweep($0.pointer) } }

  /// The addresses of those that are alive, in the form that lists of targets have.
  package func maskedAddresses() -> [UInt] {
    list.withLock { list in
      let count = crt_survivors_sweep(list.pointer)
      return [UInt](room: count) { buffer, initialized in
        if let start = buffer.baseAddress {
          crt_survivors_mask(list.pointer, UInt(CRT_ADDRESS_MASK), start)
        }
        initialized = count
      }
    }
  }

  /// Says that waiting changes nothing about those of ``maskedAddresses()`` that have a 1.
  package func settle(_ areSettled: [UInt8]) {
    list.withLock { list in
      if areSettled.count == crt_survivors_count(list.pointer) {
        crt_survivors_settle(list.pointer, areSettled)
      }
    }
  }

  /// Forgets those of ``maskedAddresses()`` that have a 1.
  package func drop(_ areDropped: [UInt8]) {
    list.withLock { list in
      if areDropped.count == crt_survivors_count(list.pointer) {
        crt_survivors_drop(list.pointer, areDropped)
      }
    }
  }

  /// Forgets those of ``maskedAddresses()`` that have a 1, and returns the instances of the program's classes among them; `nil`
  /// when there are none.
  package func take(_ areTaken: [UInt8]) -> Survivors? {
    list.withLock { list in
      guard areTaken.contains(1), areTaken.count == crt_survivors_count(list.pointer) else {
        return nil
      }
      let taken = crt_survivors_copy(list.pointer, areTaken)
      crt_survivors_drop(list.pointer, areTaken)
      return taken.map { Survivors($0) }
    }
  }

  /// Forgets the objects at `addresses`.
  package func drop(at addresses: Set<UInt>) {
    if addresses.isEmpty { return }
    drop(maskedAddresses().map { addresses.contains($0.unmasked) ? 1 : 0 })
  }

  /// The objects that are alive, in order of allocation; without what the kit made. While one of their witnesses is there, all
  /// that this drops keep their memory.
  package func objects() -> [RecordedObject] {
    let hold = Hold(self)
    var objects = list.withLock { list in
      var known = KnownAllocations()
      var objects: [RecordedObject] = []
      let count = crt_survivors_sweep(list.pointer)
      objects.reserveCapacity(count)
      for index in 0..<count {
        let allocation = crt_survivors_at(list.pointer, index)
        guard let pointer = allocation.object else { continue }
        let witness = ObjectWitness(pointer, keptBy: hold)
        if let object = RecordedObject(allocation, witness, &known) { objects.append(object) }
      }
      return objects
    }
    objects.sort { $0.order < $1.order }
    return objects
  }

  /// Keeps what the list drops.
  private final class Hold: Sendable {
    private let survivors: Survivors

    init(_ survivors: Survivors) {
      self.survivors = survivors
      survivors.list.withLock { crt_survivors_keep($0.pointer) }
    }

    deinit { survivors.list.withLock { crt_survivors_let_go($0.pointer) } }
  }
}

extension AllocationScope {
  /// Ends the scope, and returns what it recorded and is alive; `nil` when that is nothing.
  package func end() -> Survivors? {
    defer { close() }
    guard let survivors = Survivors(of: id.rawValue), survivors.count > 0 else { return nil }
    return survivors
  }
}
