/// Why a holder is told as possible.
enum Doubt {
  /// What is told of a holder, and why that is not sure.
  private static let reasons = [
    (" static ", "the type of the variable, or of what it leads to, does not say whether it owns"),
    (" a global variable", "nothing is known of the variable's type"),
    (" a thread-local variable", "a value of a thread's has no type"),
    (" a variable of lib", "a library's data has no types"),
    (" memory of unknown use", "memory of C has no type"),
    (" a dispatch source", "what Dispatch has in its memory has no type"),
    (" the variable ", "the variable may have it from its function's caller, and own nothing"),
    (" an unfinished Task", "no variable is known to be at that word of the task's memory"),
    (" variable", "no variable that owns is known to be at that word of the stack"),
  ]

  /// Why the holder that `line` names is not sure; `nil` for one that is.
  static func reason(of line: some StringProtocol) -> String? {
    if line.contains(" that probably ") {
      return "a word without a type may be left from before, or have it"
    }
    guard let place = line.firstRange(of: "possibly by") else { return nil }
    let holder = line[place.upperBound...]
    return reasons.first { holder.contains($0.0) }?.1
  }
}
