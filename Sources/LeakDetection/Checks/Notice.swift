import LeakBase

/// Something about the use of the kit, and not about the program, that is said once in a process on standard error.
package enum Notice: Hashable, Sendable {
  case invalidGrace
  case namedObjectsOnly
  case noDebugger
  case switchedOff
  case unknownSetting

  // Ways of using the kit that check less than they seem to.
  case nestedChecks
  case repeatedTrait
  case unattributedAround
  case uncheckedGrowth
  case outsideTests

  private static let said = VisibleMutex<Set<Notice>>([])

  /// Writes `text` as one line, the first time only.
  package func say(_ text: @autoclosure () -> String) {
    if takeFirst() { StandardError.write(text()) }
  }

  /// The same as a warning, after the place that it is about.
  package func warn(_ text: @autoclosure () -> String, at place: String? = nil) {
    if takeFirst() { StandardError.warn(text(), at: place) }
  }

  /// Whether nothing has been said of this yet.
  package func takeFirst() -> Bool { Self.said.withLock { $0.insert(self).inserted } }
}
