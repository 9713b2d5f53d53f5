import Foundation

/// Ends when it is told to.
private actor Gate {
  private var waiting: CheckedContinuation<Void, Never>?
  func wait() async { await withCheckedContinuation { waiting = $0 } }
  func open() { waiting?.resume() }
  static let shared = Gate()
}

private struct Reservation {
  var nights = 2
  var guest: Guest?
}

extension Guest {
  fileprivate func linger() async {
    await Gate.shared.wait()
    stay()
  }
}

extension Holdings {
  /// Variables of asynchronous functions that have not returned.
  static let locals = [
    inTask("variable of an async closure", "the variable guest of closure #1 in") { handover in
      let guest = handover.take()
      await Gate.shared.wait()
      guest.stay()
    },
    inTask("array of an async closure", "the variable guests of closure #2 in") { handover in
      let guests = [handover.take(), Guest()]
      await Gate.shared.wait()
      guests[0].stay()
    },
    inTask("struct of an async closure", "the variable reservation of closure #3 in") { handover in
      let reservation = Reservation(guest: handover.take())
      await Gate.shared.wait()
      reservation.guest?.stay()
    },
    inTask("optional of an async closure", "the variable guest of closure #4 in") { handover in
      var guest: Guest?
      guest = handover.take()
      await Gate.shared.wait()
      guest?.stay()
      guest = nil
    },
    inTask("argument of an async function", "the variable guest of Holdings.host") { handover in
      await host(handover.take())
    },
    inTask("async method of the object", "Guest.linger()") { handover in
      await handover.take().linger()
    },
    inTask("variable of the caller of an async function", "the variable guest of closure #7 in") {
      handover in
      let guest = handover.take()
      await pass()
      guest.stay()
    },
    inTask("variable of an async loop", "the variable guest of closure #8 in") { handover in
      for guest in [handover.take()] {
        await Gate.shared.wait()
        guest.stay()
      }
    },
    inTask("closure of an async closure", "closure #9 in Holdings.locals") { handover in
      let guest = handover.take()
      let visit = { guest.stay() }
      await Gate.shared.wait()
      visit()
    },
  ]

  private static func inTask(
    _ name: String, _ holder: String, _ body: @escaping @Sendable (Handover) async -> Void
  ) -> Situation {
    Situation(name, .held(holder)) { cut in
      let guest = Guest()
      let handover = Handover(guest)
      Task { await body(handover) }
      cut { await Gate.shared.open() }
      return guest
    }
  }

  @inline(never)
  private static func host(_ guest: consuming Guest) async {
    await Gate.shared.wait()
    guest.stay()
  }

  @inline(never)
  private static func pass() async { await Gate.shared.wait() }
}
