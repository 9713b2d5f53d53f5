import Foundation

/// Where a command prints to.
package struct Console: Sendable {
  /// Prints the output proper.
  package var output: @Sendable (String) throws(OutputError) -> Void
  /// Prints what goes wrong, and progress.
  package var errors: @Sendable (String) -> Void
  /// Whether a person watches ``errors``.
  package var showsProgress: Bool

  package init(
    output: @escaping @Sendable (String) throws(OutputError) -> Void,
    errors: @escaping @Sendable (String) -> Void, showsProgress: Bool = false
  ) {
    self.output = output
    self.errors = errors
    self.showsProgress = showsProgress
  }
}

/// Output that cannot be written.
package struct OutputError: Error, Hashable {
  /// The system's words for why.
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

extension Console {
  /// The process's standard output and standard error.
  ///
  /// - Throws: ``OutputError`` when standard output is closed. (The next file to be opened would get its
  ///   number, and the output.)
  package static func standard() throws(OutputError) -> Console {
    // A reader that has gone is an error to report, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
    guard isOpen(STDOUT_FILENO) else {
      throw OutputError(reason: String(cString: strerror(EBADF)))
    }
    return Console(
      output: { text throws(OutputError) in try write(text, to: STDOUT_FILENO) },
      errors: { text in try? write(text, to: STDERR_FILENO) },
      showsProgress: isatty(STDERR_FILENO) == 1)
  }

  /// Whether there is a file, a pipe, a socket or a terminal behind `descriptor`.
  ///
  /// A descriptor that was closed when the process began may be in use by the system's libraries, for an
  /// event queue of theirs, which has no file type.
  private static func isOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != 0
  }

  private static func write(_ text: String, to descriptor: Int32) throws(OutputError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw OutputError(reason: String(cString: strerror(errno)))
      }
      rest = rest.dropFirst(count)
    }
  }
}
