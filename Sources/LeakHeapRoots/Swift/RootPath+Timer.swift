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
  /// `CFRunLoopTimer` is.
  package func runLoopTimerState(at index: Int) -> RunLoopTimerState? {
    guard let offsets = LayoutFeature.timerRecord else { return nil }
    let timer = Address(snapshot.addresses[index])
    return HeapReader.shared.withObject(at: timer.bits) { value in
      guard let record = value["_timerStorage"]?.object else { return nil }
      let map = value.reader.map
      let size = map.blockSize(at: record)
      guard size >= max(offsets.info, offsets.runLoop) + 8 else { return nil }
      let isValid =
        record.word(at: crt_fact_timer_state()) >> UInt(crt_fact_timer_valid_bit()) & 1 == 1
      guard isValid == (record.address(at: offsets.info) == timer) else { return nil }
      if !isValid { return .invalid }
      let runLoop = record.address(at: offsets.runLoop)
      if runLoop.isNull { return .unscheduled }
      let isRunLoop =
        runLoop.bits & 7 == 0 && map.isReadable(runLoop, length: 16)
        && runLoop.address() == record.address()
      return isRunLoop ? .scheduled : nil
    }
  }
}
