import LeakCatalogue

extension Variant {
  /// A variant whose object is leaked by Foundation on Linux, and not elsewhere. What it is in stays for good.
  static func leakedByCache<Object: AnyObject>(
    _ name: String, report: String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column, make: @escaping @Sendable () async throws -> Object,
    sever: @escaping @Sendable (Object) async throws -> Void
  ) -> Variant {
    #if canImport(Darwin)
      fixed(name, fileID: fileID, filePath: filePath, line: line, column: column, make: make)
    #else
      leaking(
        name, report: report, fileID: fileID, filePath: filePath, line: line, column: column,
        make: make, sever: sever
      ).leavingMemory(to: "Foundation's NSCache")
    #endif
  }
}
