extension DebugUnit {
  /// What the debug information says of an address in a function.
  enum Inlining: Equatable {
    /// The code there is the function's own.
    case none
    /// The code there is that of a call, which stands in the function on this line of this file.
    case call(file: UInt64, line: UInt64)
    case unknown
  }

  /// The entry, of those at `offsets`, of the function that has code at `address`.
  func function(containing address: UInt64, amongEntriesAt offsets: [UInt64]) -> UInt64? {
    offsets.first { offset in
      guard let entry = entry(at: offset), entry.tag == DebugEntry.Tag.function else {
        return false
      }
      return contains(address, inCodeOf: entry) == true
    }
  }

  /// The outermost of the calls that were inlined at `address`, in the function whose entry is at `offset`.
  func inlining(at address: UInt64, inFunctionAt offset: UInt64?) -> Inlining {
    guard let offset else { return .unknown }
    var inlining = Inlining.none
    // The entry of a call stands before those of the calls in it.
    let isWhole = forEachEntry(inside: offset) { entry, _ in
      if case .call = inlining { return }
      guard entry.tag == DebugEntry.Tag.inlinedFunction else { return }
      switch contains(address, inCodeOf: entry) {
      case true?: inlining = .call(file: entry.callFile ?? 0, line: entry.callLine ?? 0)
      case false?: break
      case nil: inlining = .unknown
      }
    }
    if case .call = inlining { return inlining }
    return isWhole ? inlining : .unknown
  }
}
