import Foundation

extension Holdings {
  static let threads = [
    Situation("variable of a function that waits", .held("the variable guest of closure #1 in")) {
      cut in
      onThread(cut) { handover, never in
        let guest = handover.take()
        never.wait()
        guest.stay()
      }
    },
    Situation(
      "variable of a function that a named thread runs",
      .held("the variable guest of Holdings.wait")
    ) { cut in
      onThread(named: "night porter", cut) { handover, never in
        wait(with: handover.take(), for: never)
      }
    },
    Situation("capture of a closure that a named thread runs", .held("closure #1 in closure #3")) {
      cut in
      let guest = Guest()
      _ = onThread(named: "night porter", cut) { _, never in
        never.wait()
        guest.stay()
      }
      return guest
    },
    Situation("value of pthread_setspecific", .possibly("a thread-local variable")) { cut in
      onThread(cut) { handover, never in
        let end = keepForThread(handover.take())
        never.wait()
        end()
      }
    },
    Situation(
      "value of pthread_setspecific, of a named thread",
      .possibly("a thread-local variable of night porter")
    ) { cut in
      onThread(named: "night porter", cut) { handover, never in
        let end = keepForThread(handover.take())
        never.wait()
        end()
      }
    },
    Situation("threadDictionary", .kept("a thread-local variable")) { cut in
      onThread(cut) { handover, never in
        Thread.current.threadDictionary["guest"] = handover.take()
        never.wait()
        Thread.current.threadDictionary["guest"] = nil
      }
    },
    Situation("argument of pthread_create", .held("the variable guest of closure #1 in")) { cut in
      let guest = Guest()
      let never = DispatchSemaphore(value: 0)
      Keeper.shared.kept.append(never)
      start(with: (guest, never))
      signal(never, cut)
      return guest
    },
    Situation("array of a function that waits", .held("the variable guests of closure #1 in")) {
      cut in
      onThread(cut) { handover, never in
        let guests = [handover.take(), Guest()]
        never.wait()
        guests[0].stay()
      }
    },
    Situation("struct of a function that waits", .held("the variable trip of closure #1 in")) {
      cut in
      onThread(cut) { handover, never in
        let trip = Trip(days: 3, guest: handover.take())
        never.wait()
        trip.guest?.stay()
      }
    },
    Situation("optional of a function that waits", .held("the variable guest of closure #1 in")) {
      cut in
      onThread(cut) { handover, never in
        var guest: Guest?
        if never.wait(timeout: .now()) == .timedOut { guest = handover.take() }
        never.wait()
        guest?.stay()
      }
    },
    Situation("enum of a function that waits", .held("the variable trip of closure #1 in")) { cut in
      onThread(cut) { handover, never in
        let trip = Journey.booked(handover.take(), days: 3)
        never.wait()
        if case .booked(let guest, _) = trip { guest.stay() }
      }
    },
    Situation("closure of a function that waits", .held("the variable visit of closure #1 in")) {
      cut in
      onThread(cut) { handover, never in
        let visit = visit(of: handover.take())
        never.wait()
        visit()
      }
    },
    Situation("captured variable of a function that waits", .held("the variable")) { cut in
      onThread(cut) { handover, never in
        var guest: Guest? = handover.take()
        let leave = { guest = nil }
        never.wait()
        withExtendedLifetime(leave) { guest?.stay() }
      }
    },
    Situation("element of a loop", .held("the variable")) { cut in
      onThread(cut) { handover, never in
        for guest in [handover.take()] {
          never.wait()
          guest.stay()
        }
      }
    },
    Situation("property of a function's object", .held("the variable host of closure #1 in")) {
      cut in
      onThread(cut) { handover, never in
        let host = Guest()
        host.guest = handover.take()
        never.wait()
        host.stay()
      }
    },
    Situation("existential of a function that waits", .held("the variable traveller of closure #1"))
    { cut in
      onThread(cut) { handover, never in
        let traveller: Any = Trip(days: 4, guest: handover.take())
        never.wait()
        withExtendedLifetime(traveller) {}
      }
    },
    Situation("generic function that waits", .held("Holdings.hold")) { cut in
      onThread(cut) { handover, never in
        hold(handover.take(), until: never)
      }
    },
    Situation("method that waits", .held("Guest")) { cut in
      onThread(cut) { handover, never in
        handover.take().wait(for: never)
      }
    },
  ]

  /// What hands an object from one thread to another, and keeps nothing.
  final class Handover: @unchecked Sendable {
    private var guest: Guest?
    private let taken = DispatchSemaphore(value: 0)

    init(_ guest: Guest) {
      self.guest = guest
    }

    func take() -> Guest {
      defer {
        guest = nil
        taken.signal()
      }
      return guest!
    }

    /// Waits until it was taken: a thread may be late on a busy machine. Not for long, since not all take it.
    func waitUntilTaken() { _ = taken.wait(timeout: .now() + .milliseconds(500)) }
  }

  private struct Trip {
    var days: Int
    var guest: Guest?
  }

  private enum Journey {
    case none
    case booked(Guest, days: Int)
  }

  /// Runs `body` on a thread, which is given a guest.
  static func onThread(
    named name: String? = nil, _ cut: Cut,
    _ body: @escaping (Handover, DispatchSemaphore) -> Void
  ) -> Guest {
    let guest = Guest()
    let handover = Handover(guest)
    let never = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let body = body
    Thread.detachNewThread {
      if let name { nameThread(name) }
      body(handover, never)
    }
    handover.waitUntilTaken()
    signal(never, cut)
    return guest
  }

  /// Names the thread that runs this.
  ///
  /// `Thread.current.name` names none where the thread runs before the call that starts it has returned (swift-corelibs-foundation:
  /// the setter asks for the `pthread_t` that `start()` stores afterwards).
  private static func nameThread(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY)
    _ = name.withCString { write(file, $0, strlen($0)) }
    close(file)
  }

  /// Returns what takes the value back.
  @inline(never)
  private static func keepForThread(_ guest: Guest) -> () -> Void {
    let hidden = Hidden(guest)
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    pthread_setspecific(key, Unmanaged.passRetained(guest).toOpaque())
    return { [key] in
      pthread_setspecific(key, nil)
      hidden.release()
    }
  }

  @inline(never)
  private static func wait(with guest: consuming Guest, for never: DispatchSemaphore) {
    never.wait()
    guest.stay()
  }

  @inline(never)
  private static func hold<Value>(_ value: consuming Value, until never: DispatchSemaphore) {
    never.wait()
    withExtendedLifetime(value) {}
  }

  @inline(never)
  private static func visit(of guest: Guest) -> () -> Void { { guest.stay() } }

  private static func start(with pair: (Guest, DispatchSemaphore)) {
    let argument = UnsafeMutablePointer<(Guest, DispatchSemaphore)>.allocate(capacity: 1)
    argument.initialize(to: pair)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        let pair = argument!.assumingMemoryBound(to: (Guest, DispatchSemaphore).self)
        let (guest, never) = pair.move()
        pair.deallocate()
        never.wait()
        guest.stay()
        return nil
      }, argument)
  }
}

extension Guest {
  @inline(never)
  fileprivate consuming func wait(for never: DispatchSemaphore) {
    never.wait()
    stay()
  }
}
