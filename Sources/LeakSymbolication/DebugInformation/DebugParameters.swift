/// The named parameters of a function, as the debug information has them.
struct DebugParameters: Equatable {
  struct Parameter: Equatable {
    var name: String
    /// The mangled name of its type.
    var type: String
    /// Whether it is a variable: the type of what cannot change is a constant one (`DW_TAG_const_type`).
    var isVariable = false
  }

  /// The parameters in their order. What a closure captured comes after its own.
  var parameters: [Parameter]
  /// Whether the function was optimised: parameters may then be missing.
  var isOptimized: Bool
}

extension DebugInformation {
  /// The parameters of the first of `names` that is described with some.
  func parameters(of names: [String]) -> DebugParameters? {
    for name in names {
      for place in index.places(of: name) {
        let offset = place.unit &+ place.entry
        guard let unit = DebugUnit(sections, at: place.unit), let entry = unit.entry(at: offset),
          entry.tag == DebugEntry.Tag.function
        else { continue }
        var parameters: [DebugParameters.Parameter] = []
        let isWhole = unit.forEachEntry(inside: offset) { entry, depth in
          guard depth == 1, entry.tag == DebugEntry.Tag.parameter,
            let name = entry.name.flatMap(unit.text)
          else { return }
          let type = entry.type.flatMap { typeName(at: $0, of: unit) }
          parameters.append(
            DebugParameters.Parameter(
              name: name, type: type ?? "",
              isVariable: entry.type.map { !isConstant($0, of: unit) } ?? false))
        }
        if isWhole, !parameters.isEmpty {
          return DebugParameters(parameters: parameters, isOptimized: entry.isOptimized)
        }
      }
    }
    return nil
  }
}
