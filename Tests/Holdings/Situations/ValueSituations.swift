/// A guest, or only the number of a room.
private enum Item {
  case guest(Guest, nights: Int)
  case number(UInt, isSet: Bool)

  @inline(never)
  func stay() {
    if case .guest(let guest, _) = self { guest.stay() }
  }
}

private enum Desk {
  @TaskLocal static var thing: (any Sendable)?
  @TaskLocal static var note: Note?

  /// With more words than an existential has room for.
  struct Note: Sendable {
    var number: UInt
    var guest: Guest?
  }
}

extension Holdings {
  /// Values in which a reference could be where a number is: only the value itself says which.
  static let values = [
    Situation(
      "number in an enumeration of a function that waits, and a lost retain", .leaked(lostRetain)
    ) { cut in
      let guest = Guest()
      let address = UInt(bitPattern: ObjectIdentifier(guest))
      _ = onThread(cut) { handover, never in
        _ = handover.take()
        let item = Item.number(address, isSet: true)
        never.wait()
        item.stay()
      }
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("guest in an enumeration of a function that waits", .held("variable item of")) {
      cut in
      onThread(cut) { handover, never in
        let item = Item.guest(handover.take(), nights: 1)
        never.wait()
        item.stay()
      }
    },
    Situation(
      "number in an Any of a function that waits, and a lost retain", .leaked(lostRetain)
    ) { cut in
      let guest = Guest()
      let address = UInt(bitPattern: ObjectIdentifier(guest))
      _ = onThread(cut) { handover, never in
        _ = handover.take()
        let thing: Any = address
        never.wait()
        use(thing)
      }
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("guest in an Any of a function that waits", .held("variable thing of")) { cut in
      onThread(cut) { handover, never in
        let thing: Any = handover.take()
        never.wait()
        use(thing)
      }
    },
    Situation("number in a task-local Any, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      let address = UInt(bitPattern: ObjectIdentifier(guest))
      let task = Task {
        await Desk.$thing.withValue(address) { try? await Task.sleep(for: .seconds(60)) }
      }
      let hidden = Hidden(guest)
      _ = Unmanaged.passRetained(guest)
      cut {
        task.cancel()
        hidden.release()
      }
      return guest
    },
    Situation("guest in a task-local Any", .held("a task-local value of an unfinished Task")) {
      cut in
      let guest = Guest()
      let task = Desk.$thing.withValue(guest) { Task { try? await Task.sleep(for: .seconds(60)) } }
      cut { task.cancel() }
      await Task.yield()
      return guest
    },
    Situation("guest in a task-local structure", .held("a task-local value of an unfinished Task"))
    { cut in
      let guest = Guest()
      let note = Desk.Note(number: 7, guest: guest)
      let task = Desk.$note.withValue(note) { Task { try? await Task.sleep(for: .seconds(60)) } }
      cut { task.cancel() }
      await Task.yield()
      return guest
    },
  ]

  @inline(never)
  private static func use(_ thing: Any) {
    if let guest = thing as? Guest { guest.stay() }
  }
}
