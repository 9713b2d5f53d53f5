extension CapturedVariables {
  /// - Parameter function: The name of the function with its generic signature, as the runtime writes it.
  init(_ parameters: DebugParameters, of function: String) {
    self.init(
      parameters: parameters.parameters.map {
        let type = Self.typeName(mangled: $0.type) ?? ""
        return Variable(
          name: $0.name, type: type,
          isValue: $0.type.hasSuffix("VD") || $0.type.hasSuffix("OD"),
          isOfProtocol: ["_pD", "_XPD", "XlD"].contains(where: $0.type.hasSuffix),
          isRequiredObject: function.contains(" \(type): AnyObject")
            || function.contains(" \(type): Swift.AnyObject"),
          isVariable: $0.isVariable)
      },
      isPartial: parameters.isOptimized)
  }

  /// The name of the type with the mangled name `symbol` as the reader gives it: `Swift.Optional<Shop.View>`.
  private static func typeName(mangled symbol: String) -> String? {
    guard var name = FunctionName.demangled(symbol) else { return nil }
    var depth = 0
    while name.hasSuffix("?") {
      name.removeLast()
      depth += 1
    }
    return String(repeating: "Swift.Optional<", count: depth) + RuntimeTypeName.stable(name)
      + String(repeating: ">", count: depth)
  }
}

extension Symbolizer {
  /// What the closure or local function at `code` captured, as far as the binary tells names.
  package func capturedVariables(ofFunctionAt code: UInt) -> CapturedVariables? {
    variables.value(of: code) {
      Self.symbol(at: code).flatMap { symbol in
        ImageSymbols.parameters(of: Self.functions(behind: symbol), inImageAt: code)
          .map { CapturedVariables($0, of: FunctionName.demangled(symbol) ?? "") }
      }
    }
  }
}
