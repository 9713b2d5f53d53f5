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
    guard takeMistake(mistake) else { return }
    if let listener = Self.listener.withLock(\.self), listener(mistake, self) { return }
    StandardError.warn(mistake, at: place)
  }

  /// Tells a test framework of mistakes; false for one that it does not take.
  package typealias MistakeListener = @Sendable (_ mistake: String, CodeLocation) -> Bool

  private static let listener = VisibleMutex<MistakeListener?>(nil)

  /// Has `listener` told of mistakes before they are written to standard error.
  package static func tellMistakes(to listener: @escaping MistakeListener) {
    Self.listener.withLock { $0 = listener }
  }
}
