import LeakSymbolication

/// What a thread waits for, as the functions of libraries on its stack tell.
package enum ThreadWait: String, Sendable, Hashable, CaseIterable {
  case semaphore
  case lock
  case condition
  case group
  case queue
  case workItem
  case thread
  case time
  case input
  /// Several files, or none and only a time.
  case event
  case process
  case signal
  case runLoop
  /// The check that asks.
  case check

  /// What the function with this linker's name waits for, if it is one that waits.
  ///
  /// Sources: POSIX, glibc's `nptl`, libdispatch's `src/semaphore.c` and `src/queue.c`, and Swift's
  /// `stdlib/public/Synchronization/Mutex/LinuxImpl.swift`.
  init?(function symbol: String) {
    let name = symbol.drop { $0 == "_" }.prefix { $0 != "@" }
    for (wait, functions) in Self.functions where functions.contains(where: name.hasPrefix) {
      self = wait
      return
    }
    return nil
  }

  /// The beginnings of names, without underscores before them. The outer functions are the ones that say most, so all are looked
  /// for.
  private static let functions: [(ThreadWait, [String])] = [
    (
      .semaphore,
      ["dispatch_semaphore_wait", "sem_wait", "sem_timedwait", "new_sem_wait", "sem_clockwait"]
    ),
    (.group, ["dispatch_group_wait"]),
    (.workItem, ["dispatch_block_wait"]),
    (.queue, ["dispatch_sync", "DISPATCH_WAIT_FOR_QUEUE", "dispatch_barrier_sync"]),
    (.condition, ["pthread_cond_", "swift_cond_"]),
    (
      .lock,
      [
        "pthread_mutex_lock", "pthread_rwlock_", "lll_lock_wait", "os_unfair_lock_lock", "flock",
        "lockf", "$s15Synchronization12_MutexHandleV9_lockSlow",
      ]
    ),
    (.thread, ["pthread_join", "pthread_clockjoin", "pthread_timedjoin"]),
    (.time, ["sleep", "usleep", "nanosleep", "clock_nanosleep"]),
    (.runLoop, ["CFRunLoopRun"]),
    (.event, ["poll", "ppoll", "select", "pselect", "epoll_wait", "epoll_pwait"]),
    (.process, ["wait4", "waitpid", "waitid"]),
    (.signal, ["pause", "sigwait", "sigtimedwait", "sigsuspend"]),
    (.input, ["read", "recv", "accept"]),
  ]

  /// What a thread waits for, whose innermost functions are at `codes`, up to the first of the program's.
  init?(of codes: some Sequence<UInt>) {
    // The outermost one is what the program called.
    let waits = codes.compactMap { Symbolizer.symbol(at: $0).flatMap(ThreadWait.init(function:)) }
    guard let outermost = waits.last else { return nil }
    self = outermost
  }
}
