import CLeakBase
import Foundation
import LeakBase

extension LayoutCheck {
  /// Whether a run loop's timer says that it is to fire, and does not any more when it has been invalidated. No run loop has it.
  static func timersHold() -> Bool {
    let timer = Timer(timeInterval: 1e6, repeats: false) { _ in }
    defer { timer.invalidate() }
    let type = TypeMetadata(place(of: timer).address())
    guard type.isClass, let index = type.indexOfField(named: "_timerStorage") else { return true }
    // On other systems there is no such property.
    let record = place(of: timer).address(at: type.fieldOffset(index))
    func isValid() -> Bool {
      record.word(at: crt_fact_timer_state()) >> UInt(crt_fact_timer_valid_bit()) & 1 == 1
    }
    guard isValid() else { return false }
    timer.invalidate()
    return !isValid()
  }
}
