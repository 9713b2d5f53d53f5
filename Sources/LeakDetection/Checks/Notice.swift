import LeakBase

/// Something about the use of the kit, and not about the program, that is said once in a process on standard error.
package enum Notice: Hashable, Sendable {
  case missingScope
  case namedObjectsOnly
  case noDebugger
  case switchedOff
  case unknownSetting

  // Ways of using the kit that check less than they seem to.
  case nestedChecks
  case repeatedTrait
  case outsideTests

  private static let said = VisibleMutex<Set<Notice>>([])

  /// Writes `text` as one line, the first time only.
  package func say(_ text: @autoclosure () -> String) {
    guard Self.said.withLock({ $0.insert(self).inserted }) else { return }
    StandardError.write(text())
  }

  /// The same, marked as a warning.
  package func warn(_ text: @autoclosure () -> String) { say("warning: " + text()) }
}
