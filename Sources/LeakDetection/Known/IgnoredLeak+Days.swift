import LeakDeciding

extension IgnoredLeak {
  /// What is wrong with what was written, as a sentence that begins with it.
  package var mistake: String? {
    if let end, CalendarDay(end) == nil {
      return "until: \"\(end)\" is no day. Write it as 2027-01-31."
    }
    if case .fingerprint(let digits) = kind,
      digits.utf8.count != 8 || !digits.lowercased().allSatisfy({ "0123456789abcdef".contains($0) })
    {
      return
        ".fingerprint(\"\(digits)\") is none. It has eight hexadecimal digits, at the end of a report."
    }
    return nil
  }
}

extension [IgnoredLeak] {
  /// Those whose last day has not passed.
  package var inForce: [IgnoredLeak] { filter { !LeakLedger.shared.today.isAfter($0.end) } }
}
