import LeakDetection

extension Variant.Expectation {
  /// What in `outcome` does not match the expectation, as one sentence, or `nil` when it matches.
  package func mismatch(with outcome: Outcome) -> String? {
    switch (self, outcome) {
    case (.deinitialized, .verdict(.deinitialized, _)): nil
    case (.late(let earliest, let expected), .verdict(.late(let delay, _), let observed)):
      if delay < earliest {
        "The object went \(delay.inSeconds) late, but should not before \(earliest.inSeconds)."
      } else if let expected, !observed.trimmed.namesHolder(of: expected.trimmed) {
        "The report differs."
      } else {
        nil
      }
    case (.leaked(let expected), .verdict(.leaked, let observed)),
      (.held(let expected), .verdict(.held, let observed)):
      observed.trimmed.says(expected.trimmed) ? nil : "The report differs."
    case (.crashes(let expected), .crashed(_, let observed)):
      RuntimeMessage(expected) == RuntimeMessage(observed) ? nil : "The message differs."
    case (_, .unobserved(let reason)): "The variant could not be observed: \(reason)."
    default: "Expected \(kind), observed \(outcome.summary)."
    }
  }

  /// The same with another text in its own.
  func replacing(_ usual: String, with other: String) -> Self {
    func replaced(_ text: String) -> String { text.replacing(usual, with: other) }
    return switch self {
    case .deinitialized: self
    case .late(let earliest, let report): .late(atLeast: earliest, report: report.map(replaced))
    case .leaked(let report): .leaked(report: replaced(report))
    case .held(let report): .held(report: replaced(report))
    case .crashes(let message): .crashes(message: replaced(message))
    }
  }

  /// How long to wait for the object to go by itself.
  ///
  /// An object that should be gone, or should go late, gets as long as it takes to say which of the two it
  /// is; one that should stay needs no more than a moment.
  package var grace: Duration {
    switch self {
    case .deinitialized, .late, .crashes: .seconds(10)
    case .leaked, .held: .milliseconds(200)
    }
  }
}

extension String {
  /// Whether this observed report of an object that went late is the expected one. In optimised code a function that
  /// waits may have been built into another one, or keep the object where no frame is told: there the report must name
  /// some holder.
  fileprivate func namesHolder(of expected: String) -> Bool {
    #if DEBUG
      self == expected
    #else
      contains(", held meanwhile")
    #endif
  }

  /// Whether this observed report is the expected one. A line of code that it marks as approximate (`≈ Cart.swift:41`)
  /// is where the function around begins, and may be up to ten lines before; `expected` may mark it too. In optimised
  /// code the name of a captured variable (`captures cart: Cart`) and the line of a property may be missing.
  package func says(_ expected: String, isOptimized: Bool = Self.isOptimizedBuild) -> Bool {
    var observed = self[...]
    var expected = isOptimized ? expected.withoutDetails(missingIn: self)[...] : expected[...]
    while let place = observed.firstMatch(of: /≈ ([^\s:]+):(\d+)/) {
      let before = observed[..<place.range.lowerBound]
      guard expected.hasPrefix(before) else { return false }
      guard let wanted = expected.dropFirst(before.count).prefixMatch(of: /(?:≈ )?([^\s:]+):(\d+)/),
        wanted.1 == place.1, let line = Int(place.2), let wantedLine = Int(wanted.2),
        (wantedLine - 10...wantedLine).contains(line)
      else { return false }
      observed = observed[place.range.upperBound...]
      expected = expected[wanted.range.upperBound...]
    }
    return observed == expected
  }

  #if DEBUG
    package static let isOptimizedBuild = false
  #else
    package static let isOptimizedBuild = true
  #endif

  /// This report without the names of captured variables and the lines of properties, if `other` has none.
  private func withoutDetails(missingIn other: String) -> String {
    let name = #/captures [^\s:]+: /#
    let line = #/(\n *│    \.[^\n]*\S)   (?:≈ )?\S+:\d+(?=\n)/#
    var text = self
    if !other.contains(name) {
      text = text.replacing(name, with: "captures ")
      // The advice has the type instead.
      if let advice = other.firstMatch(of: #/Try a weak capture of \S+ in/#) {
        text = text.replacing(#/Try \[weak \w+\] in/#, with: advice.output)
      }
    }
    // Of a variable that the optimiser left no debug information of it is not known whether it is weak.
    if other.contains("kept alive, possibly by static"), !text.contains(", possibly by") {
      text = text.replacing("kept alive by static", with: "kept alive, possibly by static")
        .replacing(#/\n *pattern held-by-a-global[^\n]*/#, with: "")
        .replacing(" It lives as long", with: " If so, it lives as long")
    }
    if !other.contains(line) { text = text.replacing(line) { $0.output.1 } }
    return text
  }

  /// The text without the line breaks around it.
  package var trimmed: String {
    var text = self[...]
    while text.first?.isNewline == true { text.removeFirst() }
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
