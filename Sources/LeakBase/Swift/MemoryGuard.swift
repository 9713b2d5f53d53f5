import CLeakBase

/// While a guard lives, a load from memory that is gone gives 0 instead of ending the process.
///
/// The memory map tells what can be read at one moment; another thread may give memory back to the system in the
/// next. A guard is a handler of the process's `SIGSEGV` and `SIGBUS` that knows the addresses of the few
/// instructions that load; it hands every other fault to whoever had the signals before, who also has them
/// back when the last guard goes.
package final class MemoryGuard: Sendable {
  /// Whether the process has the handler. It has not where the program has put up so many of its own that none is left to be put
  /// above the last.
  package let isUp: Bool

  package init() { isUp = crt_guard_begin() }

  deinit { crt_guard_end() }

  /// What `body` reads while a guard is up; `nil` where none can be put up, for then nothing is to be read.
  package static func reading<Value>(_ body: () -> Value?) -> Value? {
    let memoryGuard = MemoryGuard()
    return withExtendedLifetime(memoryGuard) {
      memoryGuard.isUp ? admittingFaults(body) : nil
    }
  }

  /// What `body` reads while the calling thread holds back no faults, which may be one of the host's: it would end with the first that
  /// it does, whatever guard is up.
  package static func admittingFaults<Value>(_ body: () -> Value) -> Value {
    let heldBack = crt_faults_admit()
    defer { crt_faults_hold_back(heldBack) }
    return body()
  }

  /// Why nothing can be read, as one sentence part, or `nil` while a guard can be put up.
  package static var obstacle: String? { MemoryGuard().isUp ? nil : reasonForNone }

  /// Why no guard could be put up, as one sentence part.
  package static let reasonForNone =
    "the program has installed too many different handlers for SIGSEGV or SIGBUS"

  /// How many loads of the process have hit memory that was gone.
  package static var faultCount: UInt64 { crt_fault_count() }
}
