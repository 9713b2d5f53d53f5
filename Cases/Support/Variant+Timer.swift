import LeakCatalogue

extension Variant {
  /// The variant, which makes a timer: Foundation on Linux never gives a timer back, nor its block, and the advice says so.
  var leavingATimer: Variant {
    #if canImport(Darwin)
      saying(
        "invalidate() the timer when it is no longer needed, and write [weak self] in its block.",
        insteadOf:
          "Write [weak self] in its block, and invalidate() the timer when it is no longer needed: that alone does not help, since Foundation on Linux gives back neither a Timer nor its block."
      )
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
