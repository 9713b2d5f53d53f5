import Foundation

extension Holdings {
  /// The many ways in which a function does not come back.
  static let waits = [
    Situation("function that waits for a group", .held("closure #2 in")) {
      cut in
      let group = DispatchGroup()
      group.enter()
      let hidden = Hidden(group)
      return started(cut, { hidden.object.leave() }) { handover in
        let guest = handover.take()
        group.wait()
        guest.stay()
      }
    },
    Situation("function that waits for a condition", .held("closure #2 in")) {
      cut in
      let condition = NSCondition()
      let hidden = Hidden(condition)
      return started(cut, { hidden.object.broadcast() }) { handover in
        let guest = handover.take()
        condition.lock()
        condition.wait()
        condition.unlock()
        guest.stay()
      }
    },
    Situation("function that waits for a lock", .held("closure #2 in")) {
      cut in
      let lock = locked()
      let hidden = Hidden(lock)
      return started(cut, { hidden.object.unlock() }) { handover in
        let guest = handover.take()
        lock.lock()
        lock.unlock()
        guest.stay()
      }
    },
    Situation("function that reads from a pipe", .held("closure #2 in")) {
      cut in
      let ends = silentPipe()
      return started(cut, { close(ends.writing) }) { handover in
        let guest = handover.take()
        var byte: UInt8 = 0
        read(ends.reading, &byte, 1)
        guest.stay()
      }
    },
    Situation("function that sleeps", .held("closure #2 in")) { cut in
      let delay = cut.delay
      return started(cut, {}) { handover in
        let guest = handover.take()
        Thread.sleep(forTimeInterval: delay)
        guest.stay()
      }
    },
    Situation("function that polls", .held("closure #2 in")) { cut in
      let ends = silentPipe()
      return started(cut, { close(ends.writing) }) { handover in
        let guest = handover.take()
        var request = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
        guest.stay()
      }
    },
    Situation("function that runs a run loop", .held("closure #2 in")) {
      cut in
      let delay = cut.delay
      return started(cut, {}) { handover in
        let guest = handover.take()
        let loop = RunLoop.current
        loop.add(Timer(timeInterval: delay, repeats: true) { _ in }, forMode: .default)
        loop.run(until: Date(timeIntervalSinceNow: delay))
        guest.stay()
      }
    },
    Situation("function that spins", .held("closure #2 in")) { cut in
      let flag = Flag()
      let hidden = Hidden(flag)
      return started(cut, { hidden.object.isUp = true }) { handover in
        let guest = handover.take()
        while !flag.isUp { usleep(1000) }
        guest.stay()
      }
    },
    Situation("function that waits for a thread", .held("closure #2 in")) {
      cut in
      let never = DispatchSemaphore(value: 0)
      let hidden = Hidden(never)
      return started(cut, { hidden.object.signal() }) { handover in
        let guest = handover.take()
        var thread = pthread_t()
        pthread_create(
          &thread, nil,
          { never in
            Unmanaged<DispatchSemaphore>.fromOpaque(never!).takeUnretainedValue().wait()
            return nil
          }, Unmanaged.passRetained(never).toOpaque())
        pthread_join(thread, nil)
        guest.stay()
      }
    },
    Situation("function that waits for its queue", .held("closure #2 in")) {
      cut in
      let queue = DispatchQueue(label: "hotel.cellar")
      queue.suspend()
      let hidden = Hidden(queue)
      return started(cut, { hidden.object.resume() }) { handover in
        let guest = handover.take()
        queue.sync {}
        guest.stay()
      }
    },
    Situation("function whose block waits in a queue", .held("which waits for a semaphore")) {
      cut in
      onThread(cut) { handover, never in hold(handover.take(), while: never) }
    },
  ]

  @inline(never)
  private static func hold<Value>(_ value: consuming Value, while never: DispatchSemaphore) {
    DispatchQueue(label: "hotel.attic").sync { never.wait() }
    withExtendedLifetime(value) {}
  }

  private static func locked() -> NSLock {
    let lock = NSLock()
    lock.lock()
    return lock
  }

  private final class Flag: @unchecked Sendable {
    var isUp = false
  }

  /// Runs `body` on a thread, which is given a guest and waits until `end`.
  private static func started(
    _ cut: Cut, _ end: @escaping () -> Void, _ body: @escaping (Handover) -> Void
  ) -> Guest {
    let guest = onThread(cut) { handover, _ in body(handover) }
    cut { end() }
    return guest
  }
}
