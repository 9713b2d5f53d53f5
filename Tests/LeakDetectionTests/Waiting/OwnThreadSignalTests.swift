#if os(Linux)
  import Dispatch
  import Foundation
  import LeakBase
  import TestOrder
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

    /// The first thread for queues is made on the thread that submits work, and makes the others. Of that priority no process has one to
    /// spare.
    @Test(.aheadOfOthers) func thoseOfLibdispatch() async {
      await #expect(processExitsWith: .success) {
        let masks = await Self.onOwnThread(madeHoldingBack: []) { () -> [Set<CInt>] in
          let group = DispatchGroup()
          let masks = VisibleMutex<[Set<CInt>]>([])
          for index in 0..<4 {
            DispatchQueue(label: "signals \(index)", qos: .background).async(group: group) {
              masks.withLock { $0.append(Self.heldBack) }
            }
          }
          group.wait()
          return masks.withLock(\.self)
        }
        precondition(masks.count == 4)
        precondition(masks.allSatisfy { $0.isDisjoint(with: [SIGPIPE, SIGPROF, SIGSEGV]) })
      }
    }
  }
#endif
