/// Where a call is written, as the debug information has it.
struct DebugCall: Equatable {
  var place: DebugPlace
  /// Whether the line is only near that of the call: the compiler noted none for the instruction itself, or it may be
  /// that of a function which was inlined.
  var isApproximate: Bool
}

extension DebugInformation {
  /// Where the call is written whose instruction is at `address`, in the function that begins at `start` and has one of
  /// the mangled names `names`; `nil` when that cannot be told.
  ///
  /// A call that was inlined with what it calls is told by the line in the function itself, not by one in what it calls.
  ///
  /// - Complexity: O(*n*) in the length of the lines of the function's unit.
  func call(at address: UInt64, inFunctionAt start: UInt64, named names: [String]) -> DebugCall? {
    var asked: Set<UInt64> = []
    for name in names {
      let places = index.places(of: name)
      for place in places where asked.insert(place.unit).inserted {
        guard let unit = DebugUnit(sections, at: place.unit),
          let header = unit.lineHeader,
          let program = LineProgram(header),
          let match = program.row(covering: address, inFunctionAt: start)
        else { continue }
        let entries = places.filter { $0.unit == place.unit }.map { $0.unit &+ $0.entry }
        let function = unit.function(containing: address, amongEntriesAt: entries)
        var call = call(at: address, match, in: function, of: unit, header)
        // To code that it has merged or moved the optimizer gives the line of the function.
        if unit.isOptimized, let first = program.row(covering: start, inFunctionAt: start)?.row,
          first.file == match.row.file, first.line == match.row.line
        {
          call?.isApproximate = true
        }
        return call
      }
    }
    return nil
  }

  private func call(
    at address: UInt64, _ match: LineProgram.Match, in function: UInt64?, of unit: DebugUnit,
    _ header: LineHeader
  ) -> DebugCall? {
    // Code of the compiler's own making is near the code before it.
    let row = match.before ?? match.row
    var (file, line, isApproximate) = (row.file, row.line, match.before != nil)
    switch unit.inlining(at: address, inFunctionAt: function) {
    case .call(let callFile, let callLine):
      (file, line, isApproximate) = (callFile, callLine, false)
    case .none where isApproximate:
      if case .call(let callFile, let callLine) = unit.inlining(
        at: row.address, inFunctionAt: function)
      {
        (file, line) = (callFile, callLine)
      }
    case .none: break
    case .unknown: isApproximate = isApproximate || unit.isOptimized
    }
    return LineFiles(header, of: unit).path(of: file)
      .flatMap { DebugPlace(path: $0, line: line) }
      .map { DebugCall(place: $0, isApproximate: isApproximate) }
  }
}
