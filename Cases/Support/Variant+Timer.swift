import CaseCatalogue

extension Variant {
  /// The variant, which makes a timer: Foundation on Linux never gives a timer back, nor its block.
  var leavingATimer: Variant {
    #if canImport(Darwin)
      self
    #else
      leavingMemory(to: "Foundation's Timer")
    #endif
  }

  /// A variant whose object is kept by a timer that has done its work: for good on Linux, and not elsewhere.
  static func heldOnLinux<Object: AnyObject>(
    _ name: String, report: String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, make: @escaping @Sendable () async throws -> Object,
    sever: @escaping @Sendable (Object) async throws -> Void
  ) -> Variant {
    #if canImport(Darwin)
      fixed(name, fileID: fileID, filePath: filePath, line: line, column: column, make: make)
    #else
      held(
        name, report: report, fileID: fileID, filePath: filePath, line: line, column: column,
        make: make, sever: sever)
    #endif
  }
}
