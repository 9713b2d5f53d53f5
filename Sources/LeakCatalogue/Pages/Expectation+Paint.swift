extension Variant.Expectation {
  /// The colour of what is expected, wherever it is named.
  var paint: TextStyle.Paint { TextStyle.Paint(verdict: kind) }
}

extension TextStyle.Paint {
  /// The colour of a verdict, by the word for its kind.
  init(verdict: String) {
    self =
      switch verdict {
      case "deinitialized": .green
      case "late": .cyan
      default: .yellow
      }
  }
}
