import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Holdings {
  /// Objects of the system's that may have work to do, and have none: they keep what they have for as long as they are kept.
  static let idle = [
    Situation(
      "operation that nobody has started, of a function that waits", .held("variable errand of")
    ) { cut in
      onThread(cut) { handover, never in
        let errand = Errand(handover.take())
        never.wait()
        errand.guest.stay()
      }
    },
    Situation("operation that nobody has started, of a task", .held("the variable errand of")) {
      cut in
      let guest = Guest()
      let handover = Handover(guest)
      cancel(
        Task {
          let errand = Errand(handover.take())
          try? await Task.sleep(for: .seconds(60))
          errand.guest.stay()
        }, cut)
      return guest
    },
    Situation("operation that nobody has started, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      let hidden = lose(Errand(guest))
      cut { hidden.release() }
      return guest
    },
    Situation(
      "delegate of a session without a request, of a function that waits",
      .held("variable session of")
    ) { cut in
      onThread(cut) { handover, never in
        let session = URLSession(
          configuration: .ephemeral, delegate: Escort(handover.take()), delegateQueue: nil)
        never.wait()
        session.finishTasksAndInvalidate()
      }
    },
    Situation(
      "delegate of a session without a request, of a task", .held("the variable session of")
    ) { cut in
      let guest = Guest()
      let handover = Handover(guest)
      cancel(
        Task {
          let session = URLSession(
            configuration: .ephemeral, delegate: Escort(handover.take()), delegateQueue: nil)
          try? await Task.sleep(for: .seconds(60))
          session.finishTasksAndInvalidate()
        }, cut)
      return guest
    },
  ]

  @inline(never)
  private static func lose(_ errand: Errand) -> Hidden<Errand> {
    _ = Unmanaged.passRetained(errand)
    return Hidden(errand)
  }
}
