import LeakBase
import LeakDeciding

extension CodeLocation {
  /// The line as compilers write it: `Module/File.swift:12`.
  package var place: String { "\(fileID):\(line)" }

  private static let mistakes = VisibleMutex<Set<String>>([])

  /// Whether a mistake has not been told yet of this line, which may run many times.
  package func takeMistake(_ mistake: String) -> Bool {
    Self.mistakes.withLock { $0.insert("\(place): \(mistake)").inserted }
  }

  /// Forgets that a mistake was told of this line.
  package func tellAgain(_ mistake: String) {
    Self.mistakes.withLock { _ = $0.remove("\(place): \(mistake)") }
  }

  /// Warns of a mistake on this line where no test can fail by it, the first time only.
  func warn(of mistake: String) {
    if takeMistake(mistake) { StandardError.warn(mistake, at: place) }
  }
}
