import Foundation

extension Console {
  /// The process's standard output and standard error.
  ///
  /// - Throws: ``OutputError`` when standard output is closed. (The next file to be opened would get its
  ///   number, and the output.)
  package static func standard() throws(OutputError) -> Console {
    // Who reads may go; what has been found out until then still decides the exit code.
    signal(SIGPIPE, SIG_IGN)
    guard isOpen(STDOUT_FILENO) else {
      throw .failed(reason: String(cString: strerror(EBADF)))
    }
    let environment = ProcessInfo.processInfo.environment
    return Console(
      output: { text throws(OutputError) in try write(text, to: STDOUT_FILENO) },
      errors: { text in try? write(text, to: STDERR_FILENO) },
      showsProgress: isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb",
      style: style(
        isTerminal: isatty(STDOUT_FILENO) == 1, columns: columns(of: STDOUT_FILENO),
        environment: environment))
  }

  /// How output looks on a terminal with so many columns, or in a file or a pipe, which gets no colours and no line
  /// breaks.
  package static func style(
    isTerminal: Bool, columns: Int?, environment: [String: String]
  ) -> TextStyle {
    guard isTerminal else { return TextStyle() }
    let width = columns ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return TextStyle(
      isColored: environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb",
      width: width ?? usualWidth)
  }

  /// The columns of the terminal behind `descriptor`, or `nil` if it does not say.
  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
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
        if errno == EPIPE { throw .readerGone }
        throw .failed(reason: String(cString: strerror(errno)))
      }
      rest = rest.dropFirst(count)
    }
  }
}
