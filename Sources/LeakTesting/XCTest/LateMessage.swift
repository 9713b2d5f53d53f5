import LeakBase

/// The message of an assertion, as the test wrote it: made when the first failure is told, and only then.
final class LateMessage: Sendable {
  /// What the test wrote. It is called where the assertion was.
  private struct Maker: @unchecked Sendable {
    let make: () -> String
  }

  private enum State {
    case unmade(Maker)
    case made(String)
  }

  private let state: VisibleMutex<State>

  private init(_ message: @escaping () -> String) {
    state = VisibleMutex(.unmade(Maker(make: message)))
  }

  /// The text. To be asked for where the assertion was called.
  var text: String {
    let maker: Maker
    switch state.withLock(\.self) {
    case .made(let text): return text
    case .unmade(let unmade): maker = unmade
    }
    let text = maker.make()
    state.withLock { $0 = .made(text) }
    return text
  }

  /// The assertion is over, and its message must not be kept.
  private func end() { state.withLock { $0 = .made("") } }

  /// Calls `body` with `message`, which need not outlive that.
  static func with<Result, Failure: Error>(
    _ message: () -> String, _ body: (LateMessage) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withoutActuallyEscaping(message) { message throws(Failure) in
      let late = LateMessage(message)
      defer { late.end() }
      return try body(late)
    }
  }

  /// Calls `body` with `message`, which need not outlive that.
  static func with<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ message: () -> String, _ body: (LateMessage) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withoutActuallyEscaping(message) { message async throws(Failure) in
      _ = isolation
      let late = LateMessage(message)
      defer { late.end() }
      return try await body(late)
    }
  }
}

extension LateMessage: Hashable {
  static func == (left: LateMessage, right: LateMessage) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
