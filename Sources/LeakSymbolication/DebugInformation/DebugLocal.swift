/// A variable or a parameter that is in scope at an instruction of a function, as the debug information has it.
///
/// Without optimisation each has a place in the frame, also a parameter that the function does not own: the compiler
/// copies it there for debuggers. The place keeps its bits after the scope, and before it has those of others.
package struct DebugLocal: Hashable, Sendable {
  /// The name in the source; empty where there is none.
  package var name: String
  package var type: DebugVariableType
  package var isParameter: Bool
  /// Whether the compiler made it: `self`, and the metadata of generic parameters.
  package var isArtificial: Bool
  /// The line that it is declared in.
  package var line: Int?
  /// The mangled name of the function whose variable it is, where that was inlined.
  package var inlinedFunction: String?
  /// Whether the code was optimised: others may have no place then.
  package var isInOptimizedCode: Bool
  /// Where it is; `nil` where it has no place there, or one that cannot be read.
  package var location: DebugExpression?
}

extension DebugInformation {
  /// The variables that are in scope at `address` in the function with one of the mangled names `names`, outer ones
  /// before inner ones; `nil` when none of them is described with code there.
  ///
  /// A part of an asynchronous function has a name of its own, and all of the function's variables.
  ///
  /// - Parameter address: the address of an instruction. Of a frame that called another function, it is the one before
  ///   the return address.
  /// - Complexity: O(*n*) in the number of the function's scopes and variables.
  func locals(inFunctionNamed names: [String], at address: UInt64) -> [DebugLocal]? {
    for name in names {
      let locals = first(of: name, tag: DebugEntry.Tag.function) { entry, unit in
        unit.contains(address, inCodeOf: entry) == true
          ? self.locals(in: entry, of: unit, at: address) : nil
      }
      if let locals { return locals }
    }
    return nil
  }

  /// How many entries of a function are read.
  private static let limit = 50_000

  private func locals(
    in function: DebugEntry, of unit: DebugUnit, at address: UInt64
  ) -> [DebugLocal]? {
    var frameBase: FileBytes?
    if case .bytes(let bytes)? = function.frameBase { frameBase = bytes }
    var locals: [DebugLocal] = []
    // The scope that is left out, and the inlined functions around the current entry, by how deep they are.
    var closed: Int?
    var inlined: [(depth: Int, function: String)] = []
    let isWhole = unit.forEachEntry(inside: function.offset, limit: Self.limit) { entry, depth in
      if let outer = closed {
        if depth > outer { return }
        closed = nil
      }
      while let last = inlined.last, last.depth >= depth { inlined.removeLast() }
      switch entry.tag {
      case DebugEntry.Tag.variable, DebugEntry.Tag.parameter:
        var local = local(entry, of: unit, at: address, frameBase: frameBase)
        local.inlinedFunction = inlined.last?.function
        locals.append(local)
        closed = depth
      case DebugEntry.Tag.lexicalBlock:
        if unit.contains(address, inCodeOf: entry) != true { closed = depth }
      case DebugEntry.Tag.inlinedFunction:
        if unit.contains(address, inCodeOf: entry) == true {
          inlined.append((depth, functionName(of: entry, in: unit)))
        } else {
          closed = depth
        }
      // Functions and types that are declared here.
      default: closed = depth
      }
    }
    return isWhole ? locals : nil
  }

  /// The mangled name of the function that `entry` refers to, or the name that it has in C.
  private func functionName(of entry: DebugEntry, in unit: DebugUnit) -> String {
    if let name = linkageName(of: entry, in: unit) { return name }
    let (origin, home) = declaration(of: entry, in: unit)
    return origin.name.flatMap(home.text) ?? ""
  }

  private func local(
    _ entry: DebugEntry, of unit: DebugUnit, at address: UInt64, frameBase: FileBytes?
  ) -> DebugLocal {
    let (origin, home) = declaration(of: entry, in: unit)
    return DebugLocal(
      name: origin.name.flatMap(home.text) ?? "",
      type: origin.type.map { type(at: $0, of: home) } ?? .unknown,
      isParameter: entry.tag == DebugEntry.Tag.parameter,
      isArtificial: entry.isArtificial || origin.isArtificial,
      line: (entry.line ?? origin.line).flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil },
      isInOptimizedCode: unit.isOptimized,
      location: entry.location.flatMap { unit.expression(of: $0, at: address) }
        .flatMap { DebugExpression($0, in: unit, frameBase: frameBase) })
  }
}

extension DebugUnit {
  /// The expression that says where a variable is at `address`.
  fileprivate func expression(of location: DebugForm.Value, at address: UInt64) -> FileBytes? {
    if case .bytes(let bytes) = location { return bytes }
    guard let pieces = pieces(of: location, .locations) else { return nil }
    let piece =
      pieces.first { $0.addresses?.contains(address) == true }
      ?? pieces.first { $0.addresses == nil }
    return piece?.expression
  }
}
