#if os(Linux)
  import Dispatch
  import Foundation
  import LeakBase
  import Testing

  /// Which signals the kit's threads hold back, and those that libdispatch makes on them for the host's tasks and queues.
  struct OwnThreadSignalTests {
    /// Those of the calling thread that can be held back.
    private static var heldBack: Set<CInt> {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return Set((1...31).filter { sigismember(&mask, $0) == 1 })
    }

    private static let free: Set<CInt> = [
      SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE, SIGPROF,
    ]
    private static let all = Set<CInt>(1...31).subtracting([SIGKILL, SIGSTOP])

    /// What `body` returns on a thread of the kit's that is made by one that holds back `signals`.
    private static func onOwnThread<Result: Sendable>(
      madeHoldingBack signals: Set<CInt>, _ body: @escaping @Sendable () -> Result
    ) async -> Result {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var mask = sigset_t()
          sigemptyset(&mask)
          for signal in signals { sigaddset(&mask, signal) }
          pthread_sigmask(SIG_SETMASK, &mask, nil)
          let isMade = OwnThread.start("signals") { continuation.resume(returning: body()) }
          precondition(isMade && heldBack == signals)
        }
      }
    }

    @Test(
      arguments: [
        ([], all.subtracting(free)),
        ([SIGTERM, SIGSEGV], all.subtracting(free)),
        ([SIGPIPE, SIGPROF], all.subtracting(free).union([SIGPIPE, SIGPROF])),
      ] as [(Set<CInt>, Set<CInt>)])
    func theirs(maker: Set<CInt>, own: Set<CInt>) async {
      #expect(await Self.onOwnThread(madeHoldingBack: maker) { Self.heldBack } == own)
    }

    /// As many queues wait as libdispatch has threads to spare, and more: it makes the others on the thread that submits the work.
    @Test func thoseOfLibdispatch() async {
      let isEach = await Self.onOwnThread(madeHoldingBack: []) { () -> [Bool] in
        let group = DispatchGroup()
        let gate = DispatchSemaphore(value: 0)
        let masks = VisibleMutex<[Set<CInt>]>([])
        let count = 40
        let begun = DispatchSemaphore(value: 0)
        for index in 0..<count {
          DispatchQueue(label: "signals \(index)").async(group: group) {
            masks.withLock { $0.append(Self.heldBack) }
            begun.signal()
            gate.wait()
          }
        }
        for _ in 0..<count { begun.wait() }
        for _ in 0..<count { gate.signal() }
        group.wait()
        return masks.withLock { $0.map { $0.isDisjoint(with: [SIGPIPE, SIGPROF, SIGSEGV]) } }
      }
      #expect(isEach == Array(repeating: true, count: 40))
    }
  }
#endif
