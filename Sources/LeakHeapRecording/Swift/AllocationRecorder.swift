import CLeakHeapRecording
import LeakBase
import LeakHeapReading

/// Records what is allocated while scopes are open, without keeping any of it alive.
///
/// See ``AllocationScope`` for how to use it. Recorded are instances of the classes, and the closure contexts and
/// captured variables, of the *images under test*: the executable, and libraries that are neither the
/// toolchain's nor the system's. The kit's own types are not.
package enum AllocationRecorder {
  /// Whether allocations can be recorded in this process.
  package enum Availability: Sendable, Hashable {
    case available
    /// They cannot; the reason is a clause without a full stop, to be put after "because".
    case off(because: String)
  }

  /// Whether allocations can be recorded in this process. Asking changes nothing in it.
  package static let availability: Availability = {
    guard Processor.isProven else {
      return .off(because: "the heap is not read on this platform")
    }
    // Nothing is compared then, nor read.
    if let obstacle = MemoryGuard.obstacle { return .off(because: obstacle) }
    LayoutCheck.run()
    return switch crt_recorder_status_here() {
    case CRT_RECORDER_AVAILABLE: .available
    case CRT_RECORDER_UNKNOWN_LAYOUT: .off(because: LayoutFeature.firstOff?.reason ?? "")
    case CRT_RECORDER_STATIC_RUNTIME:
      .off(because: "the Swift runtime is linked statically into this executable")
    case CRT_RECORDER_SEALED_IMPORTS:
      .off(because: "the system does not let the program's calls of the Swift runtime be replaced")
    case CRT_RECORDER_ADDRESS_SANITIZER:
      .off(because: "it would hide freed memory from AddressSanitizer")
    case CRT_RECORDER_THREAD_SANITIZER:
      .off(because: "ThreadSanitizer would report the recorder's own reads")
    default: .off(because: "allocations cannot be recorded on this platform")
    }
  }()

  /// Makes the hook known to the process, once.
  static let configured: Void = {
    crt_recorder_configure(
      Unmanaged.passUnretained(CurrentScope.$number).toOpaque(),
      Unmanaged.passUnretained(CurrentScope.$initializer).toOpaque())
    OwnUnowned.count { addresses in
      var counts = [UInt32](repeating: 0, count: addresses.count)
      crt_recorder_count_records(addresses, &counts, addresses.count)
      return counts
    }
  }()

  /// Puts back what the first scope replaced in the process. For tests: an idle recorder costs next to nothing.
  package static func remove() {
    crt_recorder_remove()
  }

  /// A number that ascends whenever a scope opens or closes.
  package static var moment: UInt32 { crt_recorder_moment() }

  /// How many imports of the process lead to the recorder at this moment.
  package static var replacedImportCount: Int { crt_recorder_installed_count() }

  /// The number of scopes that are open.
  package static var openScopeCount: Int { ScopeRegistry.shared.openCount }

  /// The recorder's use of memory.
  package struct Use: Sendable, Hashable {
    /// Objects recorded, and records swept, since the process started.
    package let recorded: Int
    package let swept: Int
    /// Records in the tables, of objects alive and dead.
    package let records: Int
    /// Bytes of tables in use.
    package let tableBytes: Int
  }

  /// - Complexity: O(*n*) in the number of records.
  package static var use: Use {
    let use = crt_recorder_measure()
    return Use(
      recorded: Int(use.recorded), swept: Int(use.swept), records: Int(use.records),
      tableBytes: Int(use.table_bytes))
  }

  /// Calls `body`, of whose allocations none is recorded.
  package static func withoutRecording<Result>(
    _ body: () throws -> Result
  ) rethrows -> Result {
    try CurrentScope.with(CurrentScope.nowhere, body)
  }
}

/// The task-local number of the scope that records; the recorder reads it while it allocates nothing.
enum CurrentScope {
  static let nowhere: UInt64 = 1 << 62
  static let pool: UInt64 = 1 << 63

  @TaskLocal static var number: UInt64 = 0

  /// The number of the scope in which the initializer of a global or static variable runs. The recorder binds it.
  @TaskLocal static var initializer: UInt64 = 0

  // The recorder keeps what it has found as a task's number: each change has to be told.

  /// Calls `body`, to which `number` is current.
  static func with<Result>(_ number: UInt64, _ body: () throws -> Result) rethrows -> Result {
    defer { crt_recorder_turn_scope() }
    return try $number.withValue(number) {
      crt_recorder_turn_scope()
      return try body()
    }
  }

  /// Calls `body`, to which `number` is current.
  static func with<Result>(
    _ number: UInt64, isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    defer { crt_recorder_turn_scope() }
    return try await $number.withValue(
      number,
      operation: {
        // A closure that does not have it would leave the actor.
        _ = isolation
        crt_recorder_turn_scope()
        return try await body()
      }, isolation: isolation)
  }
}
