import LeakHeapModel
import LeakHeapReading
import Testing

/// Contexts of generic functions that say which actor they are isolated to: that lies before the generic arguments.
@Suite struct IsolatedContextTests {
  final class Guest: Sendable {}

  private typealias Isolated<Result> = @isolated(any) @Sendable () async -> Result

  @inline(never)
  private static func erased<Result>(
    _ body: @escaping @Sendable () async -> Result
  ) -> Isolated<Result> { body }

  @inline(never)
  private static func erasedOnMain<Result>(
    _ body: @escaping @MainActor @Sendable () async -> Result
  ) -> Isolated<Result> { body }

  /// The types of what is surely reached from the context of a function.
  private static func types<Result>(reachedFrom function: @escaping Isolated<Result>) throws -> Set<
    String
  > {
    try withUnsafeBytes(of: function) { bytes in
      let context = try #require(
        UnsafeRawPointer(bitPattern: bytes.load(fromByteOffset: 8, as: UInt.self)))
      let graph = try HeapReader.shared.snapshot(from: context).graph
      return Set(graph.surelyReachedObjects.map { graph.type(of: $0).name })
    }
  }

  @Test func `Of one without an actor what it captures is read`() throws {
    let guest = Guest()
    let function = Self.erased { withExtendedLifetime(guest) { 1 } }
    let types = try Self.types(reachedFrom: function)
    #expect(types.contains("HeapReadingTests.IsolatedContextTests.Guest"))
  }

  @Test func `Of one with an actor that is read as well`() throws {
    let guest = Guest()
    let function = Self.erasedOnMain { withExtendedLifetime(guest) { 1 } }
    let types = try Self.types(reachedFrom: function)
    #expect(types.contains("HeapReadingTests.IsolatedContextTests.Guest"))
    #expect(types.contains("Swift.MainActor"))
  }
}
