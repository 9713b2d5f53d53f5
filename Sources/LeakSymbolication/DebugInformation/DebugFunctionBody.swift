/// The code of a function, as the debug information has it.
struct DebugFunctionBody: Equatable {
  /// Where the code is, in the file's own numbering.
  var code: Range<UInt64>
  /// The mangled names of the functions whose calls in it were inlined, without those inside them.
  var inlined: [String]
}

extension DebugInformation {
  /// The body of a function: the code of the first of `names` that has some, or else of the first of `callers` that one
  /// of `names` was inlined in.
  func body(of names: [String], orIn callers: [String]) -> DebugFunctionBody? {
    for name in names + callers {
      for place in index.places(of: name) {
        let offset = place.unit &+ place.entry
        guard let unit = DebugUnit(sections, at: place.unit), let entry = unit.entry(at: offset),
          entry.tag == DebugEntry.Tag.function, let code = unit.code(of: entry),
          let calls = inlinedCalls(inEntryAt: offset, of: unit)
        else { continue }
        if let outer = calls.firstIndex(where: { names.contains($0.name) }) {
          let inside = calls[(outer + 1)...].prefix { $0.depth > calls[outer].depth }
          return DebugFunctionBody(
            code: code,
            inlined: inside.filter { $0.depth == calls[outer].depth + 1 }.map(\.name))
        }
        guard names.contains(name) else { continue }
        return DebugFunctionBody(code: code, inlined: calls.filter { $0.depth == 1 }.map(\.name))
      }
    }
    return nil
  }

  /// Whether a call that `isWanted` was inlined in the optimised function called `name`: one of its own, or one of a call that
  /// `isOwn` and was inlined there itself.
  func inlines(
    in name: String, where isWanted: (String) -> Bool, orThrough isOwn: (String) -> Bool
  ) -> Bool {
    index.places(of: name).contains { place in
      let offset = place.unit &+ place.entry
      guard let unit = DebugUnit(sections, at: place.unit), unit.isOptimized,
        let entry = unit.entry(at: offset), entry.tag == DebugEntry.Tag.function,
        let calls = inlinedCalls(inEntryAt: offset, of: unit)
      else { return false }
      // How many calls around the next one are the function's own, one in the other.
      var own = 0
      for call in calls where call.depth <= own + 1 {
        own = call.depth - 1
        if isWanted(call.name) { return true }
        if isOwn(call.name) { own += 1 }
      }
      return false
    }
  }

  /// The calls that were inlined in the function whose entry is at `offset`, in the order of the code, and in how many
  /// calls each is, itself included; `nil` when they cannot all be read.
  private func inlinedCalls(
    inEntryAt offset: UInt64, of unit: DebugUnit
  ) -> [(name: String, depth: Int)]? {
    var calls: [(name: String, depth: Int)] = []
    var open: [Int] = []
    let isWhole = unit.forEachEntry(inside: offset) { entry, depth in
      open.removeAll { $0 >= depth }
      guard entry.tag == DebugEntry.Tag.inlinedFunction else { return }
      open.append(depth)
      calls.append((linkageName(of: entry, in: unit) ?? "", open.count))
    }
    return isWhole ? calls : nil
  }
}
