import Foundation

extension Holdings {
  static let threads = [
    Situation("variable of a function that waits") {
      onThread { handover, never in
        let guest = handover.take()
        never.wait()
        guest.stay()
      }
    },
    Situation("variable of a function that a named thread runs") {
      onThread(named: "night porter") { handover, never in
        wait(with: handover.take(), for: never)
      }
    },
    Situation("capture of a closure that a named thread runs") {
      let guest = Guest()
      _ = onThread(named: "night porter") { _, never in
        never.wait()
        guest.stay()
      }
      return guest
    },
    Situation("value of pthread_setspecific") {
      onThread { handover, never in
        keepForThread(handover.take())
        never.wait()
      }
    },
    Situation("value of pthread_setspecific, of a named thread") {
      onThread(named: "night porter") { handover, never in
        keepForThread(handover.take())
        never.wait()
      }
    },
    Situation("threadDictionary") {
      onThread { handover, never in
        Thread.current.threadDictionary["guest"] = handover.take()
        never.wait()
      }
    },
  ]

  /// What hands an object from one thread to another, and keeps nothing.
  private final class Handover: @unchecked Sendable {
    private var guest: Guest?

    init(_ guest: Guest) {
      self.guest = guest
    }

    func take() -> Guest {
      defer { guest = nil }
      return guest!
    }
  }

  /// Runs `body` on a thread, which is given a guest.
  private static func onThread(
    named name: String? = nil, _ body: @escaping (Handover, DispatchSemaphore) -> Void
  ) -> Guest {
    let guest = Guest()
    let handover = Handover(guest)
    let never = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let body = body
    Thread.detachNewThread {
      if let name { Thread.current.name = name }
      body(handover, never)
    }
    return guest
  }

  private static func keepForThread(_ guest: Guest) {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    pthread_setspecific(key, Unmanaged.passRetained(guest).toOpaque())
  }

  @inline(never)
  private static func wait(with guest: consuming Guest, for never: DispatchSemaphore) {
    never.wait()
    guest.stay()
  }
}
