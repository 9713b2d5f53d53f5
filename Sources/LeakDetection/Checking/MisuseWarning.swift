import LeakBase

/// A way of using the kit that checks less than it seems to, said once in a process on standard error.
package enum MisuseWarning: Hashable, Sendable {
  case nestedChecks
  case repeatedTrait
  case outsideTests

  private static let said = VisibleMutex<Set<MisuseWarning>>([])

  /// Writes `text` as one line, the first time only.
  package func say(_ text: @autoclosure () -> String) {
    guard Self.said.withLock({ $0.insert(self).inserted }) else { return }
    StandardError.write("warning: " + text())
  }
}
