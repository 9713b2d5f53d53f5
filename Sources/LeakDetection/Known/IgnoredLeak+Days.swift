import LeakDeciding

extension IgnoredLeak {
  /// What is wrong with what was written, as sentences that begin with it.
  var mistakes: [String] {
    let day = end.flatMap { end in
      CalendarDay(end) == nil
        ? "until: \"\(end)\" is not a valid date. Write it as 2027-01-31." : nil
    }
    return [kind.mistake, day].compactMap(\.self)
  }
}

extension IgnoredLeak.Kind {
  /// What is wrong with a name that can be none.
  fileprivate var mistake: String? {
    switch self {
    case .fingerprint(let digits):
      Self.mistake(inFingerprint: digits).map { ".fingerprint(\"\(digits)\") \($0)." }
    case .type(let name) where name.isBlank:
      ".type(\"\(name)\") names no type. Write the name as a report shows it."
    case .module(let name) where name.isBlank:
      ".module(\"\(name)\") names no module. Write the name that the code imports it by."
    case .holder(let name) where name.isBlank:
      ".holder(\"\(name)\") names no place. Write it as the first line of a report's drawing shows it."
    case .edge(let source, let target) where source.isBlank || target.isBlank:
      ".edge(from: \"\(source)\", to: \"\(target)\") names no reference. Write both types as a report shows them."
    case .type, .module, .holder, .edge: nil
    }
  }

  /// What is wrong with `digits`, as the rest of a sentence that begins with them.
  static func mistake(inFingerprint digits: String) -> String? {
    let isOne =
      digits.utf8.count == 8
      && digits.lowercased().allSatisfy { "0123456789abcdef".contains($0) }
    return isOne
      ? nil
      : "is not a fingerprint: it must be the eight hexadecimal digits at the end of a report"
  }
}

extension String {
  /// Whether there is nothing in it that could be read.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension [IgnoredLeak] {
  /// What is wrong with them, as sentences.
  package var mistakes: [String] { flatMap(\.mistakes).map { "ignoring: \($0)" } }

  /// Those whose last day has not passed.
  package var inForce: [IgnoredLeak] { filter { !CalendarDay.today.isAfter($0.end) } }
}
