import CLeakBase

/// The threads that the kit makes for itself.
package enum OwnThread {
  /// What their names begin with. A thread that one of them makes, of libdispatch's say, has its maker's name until it is given another.
  package static let namePrefix = "leak-testing "

  /// Calls `body` on a thread that is known to be the kit's own meanwhile.
  package static func run(_ body: () -> Void) {
    crt_own_thread_begin()
    defer { crt_own_thread_end() }
    body()
  }

  /// Calls `body` on a new thread of the kit's own, and says whether the system has made one.
  ///
  /// - Parameter name: Its first 15 bytes are the thread's name.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let call = Unmanaged.passRetained(Call(body))
    let isMade = crt_own_thread_start(
      name,
      { context in
        guard let context else { return }
        Unmanaged<Call>.fromOpaque(context).takeRetainedValue().body()
      }, call.toOpaque())
    if !isMade { call.release() }
    return isMade
  }

  private final class Call {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Calls `body` where the stack has room for what the kit has to do: a small one of the host's has not, and then it is called
  /// on a thread of the kit's own.
  package static func withRoom<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping(body) { body in
      var call = { result = body() }
      withUnsafeMutablePointer(to: &call) { call in
        crt_call_with_room({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, call)
      }
    }
    return result.unsafelyUnwrapped
  }

  /// Whether another thread of the process is running, or would if there were a processor for it; false where the
  /// system does not tell.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  package static var othersRun: Bool { crt_others_run() }

  /// Whether another thread of the process sleeps for a time that it has set itself, as `sleep` does; false where the system does not
  /// tell.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  package static var othersSleep: Bool { crt_others_sleep() }

  /// How often the other threads of the process have given up a processor so far: where that stays the same, they all sleep.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  package static var othersSwitches: UInt64 { crt_others_switches() }
}
