/// Where a command prints to.
package struct Console: Sendable {
  /// Prints the output proper.
  package var output: @Sendable (String) throws(OutputError) -> Void
  /// Prints what goes wrong, and progress.
  package var errors: @Sendable (String) -> Void
  /// Whether a person watches ``errors``.
  package var showsProgress: Bool
  /// How the output looks where nothing else is asked for.
  package var style: TextStyle

  package init(
    output: @escaping @Sendable (String) throws(OutputError) -> Void,
    errors: @escaping @Sendable (String) -> Void, showsProgress: Bool = false,
    style: TextStyle = TextStyle()
  ) {
    self.output = output
    self.errors = errors
    self.showsProgress = showsProgress
    self.style = style
  }

  /// How many columns are taken for granted.
  package static let usualWidth = 80

  /// The columns of the terminal.
  var columns: Int { style.width ?? Self.usualWidth }

  /// How the output looks with the colours asked for.
  func style(_ color: Command.Color) -> TextStyle {
    var style = style
    switch color {
    case .always: style.isColored = true
    case .never: style.isColored = false
    case .auto: break
    }
    return style
  }
}

/// Output that cannot be written.
package enum OutputError: Error, Hashable {
  /// Who reads has seen enough and gone, as `head` does.
  case readerGone
  /// Anything else, in the system's words.
  case failed(reason: String)
}
