import Foundation

extension Holdings {
  static let threads = [
    Situation("variable of a function that waits") {
      let guest = Guest()
      onThread { never in
        wait(with: guest, for: never)
      }
      return guest
    },
    Situation("variable of a function that a named thread runs") {
      let guest = Guest()
      onThread(named: "night porter") { never in
        wait(with: guest, for: never)
      }
      return guest
    },
    Situation("value of pthread_setspecific") {
      let guest = Guest()
      onThread { never in
        keepForThread(guest)
        never.wait()
      }
      return guest
    },
    Situation("value of pthread_setspecific, of a named thread") {
      let guest = Guest()
      onThread(named: "night porter") { never in
        keepForThread(guest)
        never.wait()
      }
      return guest
    },
    Situation("threadDictionary") {
      let guest = Guest()
      onThread { never in
        Thread.current.threadDictionary["guest"] = guest
        never.wait()
      }
      return guest
    },
  ]

  /// Runs `body` on a thread.
  private static func onThread(
    named name: String? = nil, _ body: @escaping (DispatchSemaphore) -> Void
  ) {
    let never = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var body: ((DispatchSemaphore) -> Void)? = body
    Thread.detachNewThread {
      if let name { Thread.current.name = name }
      let work = body!
      body = nil
      work(never)
    }
  }

  private static func keepForThread(_ guest: Guest) {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    pthread_setspecific(key, Unmanaged.passRetained(guest).toOpaque())
  }

  @inline(never)
  private static func wait(with guest: Guest, for never: DispatchSemaphore) {
    never.wait()
    guest.stay()
  }
}
