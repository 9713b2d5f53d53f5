import HeapReading
import LeakBase
import LeakDeciding

/// Something about the use of the kit, and not about the program, that is said once on standard error.
enum Complaint: CaseIterable {
  case missingScope
  case namedObjectsOnly
  case noDebugger
  case switchedOff

  private static let told = VisibleMutex<Set<Complaint>>([])

  /// Writes `text` as one line, the first time only.
  func tell(_ text: @autoclosure () -> String) {
    guard Self.told.withLock({ $0.insert(self).inserted }) else { return }
    StandardError.write(text())
  }
}
