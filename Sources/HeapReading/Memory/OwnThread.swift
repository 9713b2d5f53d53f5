import CRuntime

/// The threads that the kit makes for itself.
package enum OwnThread {
  /// Calls `body` on a thread that is known to be the kit's own meanwhile.
  package static func run(_ body: () -> Void) {
    crt_own_thread_begin()
    defer { crt_own_thread_end() }
    body()
  }

  /// Whether another thread of the process is running, or would if there were a processor for it; false where the
  /// system does not tell.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  package static var othersRun: Bool { crt_others_run() }
}
