extension LineProgram {
  /// Where the first row is, in a function with this code, at which the compiler says that the prologue has ended.
  ///
  /// - Complexity: O(*n*) in the length of the program up to there.
  func prologueEnd(inFunctionWith code: Range<UInt64>) -> UInt64? {
    var cursor = ByteCursor(header.program)
    var next = Row()
    while !cursor.isAtEnd {
      guard let effect = step(&cursor, &next) else { return nil }
      switch effect {
      case .none: break
      case .row:
        if next.isPrologueEnd, code.contains(next.address) { return next.address }
        next.isPrologueEnd = false
      case .end: next = Row()
      }
    }
    return nil
  }
}

extension DebugInformation {
  /// Where the prologue has ended of the function that begins at `entry` and has one of the mangled names `names`: what
  /// the function has from its caller is in its place there, and in scope. `nil` when the compiler does not say.
  ///
  /// A suspended part of an asynchronous function goes on at its beginning: its variables are those in scope here.
  func bodyStart(ofFunctionNamed names: [String], at entry: UInt64) -> UInt64? {
    for name in names {
      let start = first(of: name, tag: DebugEntry.Tag.function) { function, unit -> UInt64? in
        guard let code = unit.code(of: function), code.lowerBound == entry,
          let header = unit.lineHeader
        else { return nil }
        return LineProgram(header)?.prologueEnd(inFunctionWith: code)
      }
      if let start { return start }
    }
    return nil
  }
}
