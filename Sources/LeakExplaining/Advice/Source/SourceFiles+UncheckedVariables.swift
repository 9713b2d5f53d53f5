import LeakSymbolication

/// Variables that the compiler does not check for data races.
extension SourceFiles.Source {
  /// Whether the last variable of the name that is declared before a token is `nonisolated(unsafe)`. A capture of its own, as a weak one
  /// is, would be checked.
  func isUnchecked(_ variable: String, before token: Int) -> Bool {
    let tokens = tokens.tokens
    let declaration = (0..<token).last { index in
      index > 0 && tokens[index].text == variable
        && ["let", "var"].contains(tokens[index - 1].text)
    }
    guard let declaration else { return false }
    return tokens[..<(declaration - 1)].suffix(4).map(\.text)
      == ["nonisolated", "(", "unsafe", ")"]
  }
}

extension StepDraft {
  /// The captured variable, where it is `nonisolated(unsafe)`.
  var uncheckedVariable: String? {
    guard case .capture(let function?) = facts, function.kind == .closure, let place,
      !place.isApproximate, let variable = step.capture?.variable, !variable.contains("."),
      let source = SourceFiles.shared.source(of: place),
      let closure = source.closure(function, onLine: place.line),
      source.isUnchecked(variable, before: source.outline.braces[closure].token)
    else { return nil }
    return variable
  }
}
