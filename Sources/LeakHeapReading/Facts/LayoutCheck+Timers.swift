import CLeakBase
import Foundation
import LeakBase

/// What the checks found of the record of a run loop's timer.
package struct TimerRecord: Sendable {
  /// The offset of what its callback is called with, the `Timer`; gone when the timer has been invalidated.
  package var info: Int
  /// The offset of the run loop that has it.
  package var runLoop: Int
}

extension LayoutCheck {
  /// Whether a run loop's timer says that it is to fire, and does not any more when it has been invalidated.
  static func timersHold() -> Bool { timerRecord.holds }

  /// What was seen of the record of a timer that no run loop has. `record` is `nil` where such a timer has no record, or one of which it is
  /// not known where it ends.
  ///
  /// The run loop is found by the interval of the timer, which is three words behind it:
  /// `struct __CFRunLoopTimer` in swift-corelibs-foundation's CFRunLoop.c.
  /// Behind the record, a block has words that were left by others.
  fileprivate static let timerRecord: (holds: Bool, record: TimerRecord?) = {
    let interval = 1234567.875
    let timer = Timer(timeInterval: interval, repeats: true) { _ in }
    defer { timer.invalidate() }
    let type = TypeMetadata(place(of: timer).address())
    guard type.isClass, let index = type.indexOfField(named: "_timerStorage") else {
      return (true, nil)
    }
    // On other systems there is no such property.
    let record = place(of: timer).address(at: type.fieldOffset(index))
    func isValid() -> Bool {
      record.word(at: crt_fact_timer_state()) >> UInt(crt_fact_timer_valid_bit()) & 1 == 1
    }
    let size = min(Int(crt_usable_size(record.bits)), 1024)
    // Without glibc it is not known where the record ends.
    if size == 0 { return (isValid(), nil) }
    let offsets = stride(from: crt_fact_timer_state() + 8, to: size - 7, by: 8)
    func offsetsOfTimer() -> [Int] {
      offsets.filter { record.address(at: $0) == place(of: timer) }
    }
    guard isValid(),
      let interval = offsets.first(where: { record.word(at: $0) == UInt(interval.bitPattern) }),
      case let runLoop = interval - 24, offsets.contains(runLoop), record.word(at: runLoop) == 0
    else { return (false, nil) }
    let before = offsetsOfTimer()
    timer.invalidate()
    let after = offsetsOfTimer()
    guard !isValid(), let info = before.first(where: { !after.contains($0) }) else {
      return (false, nil)
    }
    return (true, TimerRecord(info: info, runLoop: runLoop))
  }()
}

extension LayoutFeature {
  /// The record of a run loop's timer; `nil` where such a timer has none, or where it is not known.
  package static var timerRecord: TimerRecord? {
    timers.holds ? LayoutCheck.timerRecord.record : nil
  }
}
