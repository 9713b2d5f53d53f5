import LeakBase

/// Code of the program that is tested, told from that of libraries and of the kit.
package enum ProgramCode {
  /// Whether there is code of the executable's at `address`.
  package static func contains(_ address: UInt) -> Bool {
    guard let bias = LoadedImage.bias(at: address) else { return false }
    return bias == LoadedImage.bias(at: Address(of: Symbolizer.self).bits)
  }

  /// The innermost of `calls`, which are return addresses, that is in a function of the program's and is `wanted`:
  /// an address in the call's instruction, and the function's name.
  package static func caller(
    among calls: [UInt], where wanted: (FunctionName) -> Bool = { _ in true }
  ) -> (code: UInt, function: FunctionName)? {
    for call in calls {
      // A return address is behind the call, which may be a function's last instruction.
      let code = call - 1
      guard contains(code), !KitModules.declare(functionAt: code),
        let name = Symbolizer.shared.functionName(at: code),
        name.kind != .thunk, wanted(name)
      else { continue }
      return (code, name)
    }
    return nil
  }
}
