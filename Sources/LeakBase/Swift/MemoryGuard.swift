import CLeakBase

/// While a guard lives, a load from memory that is gone gives 0 instead of ending the process.
///
/// The memory map tells what can be read at one moment; another thread may give memory back to the system in the
/// next. A guard is a handler of the process's `SIGSEGV` and `SIGBUS` that knows the addresses of the few
/// instructions that load; it hands every other fault to whoever had the signals before, who also has them
/// back when the last guard goes.
package final class MemoryGuard: Sendable {
  package init() { crt_guard_begin() }

  deinit { crt_guard_end() }

  /// How many loads of the process have hit memory that was gone.
  package static var faultCount: UInt64 { crt_fault_count() }
}
