import CLeakBase
import LeakBase
import LeakHeapReading

/// How far a timer of a run loop's is.
package enum RunLoopTimerState: Sendable, Hashable {
  /// It is to fire, in a run loop.
  case scheduled
  /// It is to fire, but no run loop has it.
  case unscheduled
  /// It will not fire any more.
  case invalid
}

extension RootPath {
  /// How far the timer at `index` is, or `nil` where its memory does not tell, or tells two things.
  ///
  /// A `Timer` keeps a `CFRunLoopTimer` (swift-corelibs-foundation's Timer.swift). That has one bit for whether it is valid, and
  /// what its callback is called with, the `Timer`, for just as long (`__CFIsValid`, `CFRunLoopTimerInvalidate` in its
  /// CFRunLoop.c): the two have to agree. The run loop that has it is one of Core Foundation's own objects, as the
  /// `CFRunLoopTimer` is, and there is no other in it.
  package func runLoopTimerState(at index: Int) -> RunLoopTimerState? {
    guard LayoutFeature.timers.holds, let info = LayoutFeature.offsetOfTimerInfo else { return nil }
    let timer = Address(snapshot.addresses[index])
    return HeapReader.shared.withObject(at: timer.bits) { value in
      guard let record = value["_timerStorage"]?.object else { return nil }
      let map = value.reader.map
      let size = map.blockSize(at: record)
      guard (64...Self.mostTimerBytes).contains(size) else { return nil }
      let words = stride(from: crt_fact_timer_state() + 8, to: size - 7, by: 8).map {
        record.address(at: $0)
      }
      let isValid =
        record.word(at: crt_fact_timer_state()) >> UInt(crt_fact_timer_valid_bit()) & 1 == 1
      guard info + 8 <= size, isValid == (record.address(at: info) == timer) else { return nil }
      if !isValid { return .invalid }
      let isScheduled = words.contains { word in
        word.bits > 0x10000 && word.bits & 7 == 0 && map.isReadable(word, length: 16)
          && word.address() == record.address()
      }
      return isScheduled ? .scheduled : .unscheduled
    }
  }

  private static let mostTimerBytes = 1024
}
