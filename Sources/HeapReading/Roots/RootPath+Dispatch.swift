import CRuntime

// What the objects on a path say about themselves is read from their memory: it is the system's libraries', and
// whatever does not look as expected says nothing.

/// When a timer of libdispatch's fires.
package struct DispatchTimerState: Sendable, Hashable {
  /// In how many seconds it is due, rounded up.
  package var secondsLeft: Int?
  /// Every how many seconds it fires, or `nil` for one that fires once.
  package var interval: Double?
}

extension RootPath {
  /// The state of the timer whose record is the object at `index`.
  ///
  /// A record ends with three 64-bit numbers: when the timer is due, at the latest, and every how many
  /// nanoseconds, the greatest number for a timer that fires once (`struct dispatch_timer_source_s` in
  /// libdispatch's src/event/event_internal.h).
  package func dispatchTimer(at index: Int) -> DispatchTimerState? {
    withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[index])
      let map = MemoryMap()
      let size = map.blockSize(at: record)
      for offset in stride(from: 16, to: size - 23, by: 8) {
        let due = UInt64(record.word(at: offset))
        let latest = UInt64(record.word(at: offset + 8))
        let interval = UInt64(record.word(at: offset + 16))
        guard due <= latest, latest - due < 86_400_000_000_000, latest < UInt64(Int64.max),
          let left = Self.nanoseconds(until: due), isPlausible(interval, at: index)
        else { continue }
        let seconds = Int((left + 999_999_999) / 1_000_000_000)
        return DispatchTimerState(
          secondsLeft: max(0, seconds),
          interval: interval >= UInt64(Int64.max) ? nil : Double(interval) / 1e9)
      }
      return nil
    }
  }

  /// Whether the timer at `index` may fire every `interval` nanoseconds. One of `asyncAfter` never fires again.
  private func isPlausible(_ interval: UInt64, at index: Int) -> Bool {
    if symbols[index] == "_dispatch_source_type_after" { return interval == UInt64.max }
    return interval >= UInt64(Int64.max) || (1000...86_400_000_000_000).contains(interval)
  }

  /// How long from now a time on one of the system's clocks is, or `nil` when it is on none of them.
  private static func nanoseconds(until time: UInt64) -> Int64? {
    let year: Int64 = 366 * 86_400 * 1_000_000_000
    for clock in [CRT_CLOCK_MONOTONIC, CRT_CLOCK_BOOT, CRT_CLOCK_WALL] {
      let now = Int64(crt_clock(clock))
      let left = Int64(time) - now
      if left > -60_000_000_000, left < 10 * year { return left }
    }
    return nil
  }

  /// The label of the queue whose record is the object at `index`.
  package func dispatchQueueLabel(at index: Int) -> String? {
    withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[index])
      let map = MemoryMap()
      let size = min(map.blockSize(at: record), 160)
      for offset in stride(from: 48, to: size - 7, by: 8) {
        let place = record.address(at: offset)
        guard place.bits > 0x10000, map.isReadable(place, length: 64) else { continue }
        let label = place.string(limit: 64)
        let isPrintable = label.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if label.utf8.count >= 2, label.utf8.count < 64, isPrintable { return label }
      }
      return nil
    }
  }
}

extension RootPath {
  /// Whether the dispatch queue whose record is the object at `index` is suspended, or not active yet.
  ///
  /// Sources: `_DISPATCH_QUEUE_CLASS_HEADER` in libdispatch's `src/queue_internal.h`, with the first of a lane's items before
  /// the state; `DISPATCH_QUEUE_SUSPEND_BITS_MASK` there.
  package func isDispatchQueueSuspended(at index: Int) -> Bool {
    let state = 56
    let suspension: UInt = 0xFF80_0000_0000_0000
    return withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[index])
      guard MemoryMap().blockSize(at: record) >= state + 8 else { return false }
      return record.word(at: state) & suspension != 0
    }
  }

  /// Whether the object at `index` is what a queue has to do: it has a function to call, the fifth word of a
  /// `dispatch_continuation_s` (libdispatch's `src/queue_internal.h`).
  package func isDispatchWork(at index: Int) -> Bool {
    let function = 32
    guard snapshot.addresses.indices.contains(index) else { return false }
    return withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[index])
      let map = MemoryMap()
      guard map.blockSize(at: record) >= function + 16 else { return false }
      return map.isCode(record.address(at: function))
    }
  }

  /// Whether the object at `index` is a dispatch queue.
  package func isDispatchQueue(at index: Int) -> Bool {
    symbols[index]?.hasPrefix("__OS_dispatch_queue_") ?? false
  }
}
