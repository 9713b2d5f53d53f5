import CLeakBase
import Foundation
import LeakBase

extension LayoutCheck {
  /// Whether a run loop's timer says that it is to fire, and does not any more when it has been invalidated.
  static func timersHold() -> Bool { timerRecord.holds }

  static var offsetOfTimerInfo: Int? { timerRecord.infoOffset }

  /// What was seen of the record of a timer that no run loop has: whether it is as is known, and the offset of what its callback is
  /// called with, the `Timer`, which goes when it is invalidated. A word that was left in the memory stays.
  private static let timerRecord: (holds: Bool, infoOffset: Int?) = {
    let timer = Timer(timeInterval: 1e6, repeats: false) { _ in }
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
    let offsets = stride(from: crt_fact_timer_state() + 8, to: size - 7, by: 8)
    func offsetsOfTimer() -> [Int] {
      offsets.filter { record.address(at: $0) == place(of: timer) }
    }
    guard isValid() else { return (false, nil) }
    let before = offsetsOfTimer()
    timer.invalidate()
    let after = offsetsOfTimer()
    let info = before.first { !after.contains($0) }
    // Without glibc it is not known where the record ends.
    return (!isValid() && (info != nil || size == 0), info)
  }()
}

extension LayoutFeature {
  /// The offset, in the record of a run loop's timer, of what its callback is called with; `nil` where such a timer has no record.
  package static var offsetOfTimerInfo: Int? { LayoutCheck.offsetOfTimerInfo }
}
