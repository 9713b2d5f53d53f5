/// A variable that is at one place for as long as the process runs, as the debug information has it.
package struct DebugVariable: Hashable, Sendable {
  package enum Location: Hashable, Sendable {
    /// At an address, in the file's own numbering.
    case address(UInt64)
    /// At an offset in the memory that each thread has of its own for this file.
    case threadLocal(UInt64)
  }

  /// The name in the source.
  package var name: String
  /// The name that the linker knows.
  var linkageName: String
  package var type: DebugVariableType
  package var location: Location
}

extension DebugInformation {
  /// The global or static variable that the linker knows by `linkageName`; `nil` when none is described that has a
  /// place.
  ///
  /// - Parameter address: where it is, if that is known: variables of several files of C's may have one name.
  /// - Complexity: as of ``DebugNames/places(of:tag:)``.
  func variable(named linkageName: String, at address: UInt64? = nil) -> DebugVariable? {
    first(of: linkageName, tag: DebugEntry.Tag.variable) { entry, unit in
      guard let variable = variable(entry, of: unit) else { return nil }
      let isThere = address.map { variable.location == .address($0) } ?? true
      return isThere ? variable : nil
    }
  }

  private func variable(_ entry: DebugEntry, of unit: DebugUnit) -> DebugVariable? {
    guard case .bytes(let bytes)? = entry.location,
      let location = DebugExpression(bytes, in: unit).flatMap(Self.location)
    else { return nil }
    let (origin, home) = declaration(of: entry, in: unit)
    guard let name = origin.name.flatMap(home.text) else { return nil }
    return DebugVariable(
      name: name, linkageName: linkageName(of: entry, in: unit) ?? name,
      type: origin.type.map { type(at: $0, of: home) } ?? .unknown, location: location)
  }

  private static func location(_ expression: DebugExpression) -> DebugVariable.Location? {
    if case .constant(let offset)? = expression.operations.first,
      expression.operations.dropFirst() == [.threadLocal]
    {
      return .threadLocal(offset)
    }
    // What the linker left out is at 0, or at one of the highest addresses.
    guard case .memory(let address)? = expression.evaluate(NoFrame()), address > 0,
      address >> 63 == 0
    else { return nil }
    return .address(address)
  }

  /// What a place that is always the same is evaluated in.
  private struct NoFrame: DebugMachineState {
    func register(_ number: Int) -> UInt64? { nil }
    func entryRegister(_ number: Int) -> UInt64? { nil }
    var canonicalFrameAddress: UInt64? { nil }
    func word(at address: UInt64) -> UInt64? { nil }
    var bias: UInt64 { 0 }
  }
}
