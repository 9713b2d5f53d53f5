import Foundation

/// Has a value that may be an object, and is none.
private final class Drawer {
  private enum Item {
    case guest(Guest)
    case number(UInt, isSet: Bool)
  }

  private var item: Item = .number(0, isSet: false)
  private var thing: Any?

  /// Notes the address of an object in places that could have one.
  func note(_ guest: Guest) {
    let address = UInt(bitPattern: ObjectIdentifier(guest))
    item = .number(address, isSet: true)
    // The words of an existential that has no type yet.
    withUnsafeMutableBytes(of: &thing) { $0.storeBytes(of: address, as: UInt.self) }
  }
}

private enum Book {
  nonisolated(unsafe) static var address: UnsafeMutableRawPointer?
  nonisolated(unsafe) static var unmanaged: Unmanaged<Guest>?
  nonisolated(unsafe) static var identifier: ObjectIdentifier?
  nonisolated(unsafe) static var number: UInt = 0
  nonisolated(unsafe) static weak var last: Guest?
  nonisolated(unsafe) static unowned(unsafe) var careless: Guest?
  nonisolated(unsafe) static unowned var careful: Guest?
  nonisolated(unsafe) static var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  nonisolated(unsafe) static var cell: UnsafeMutablePointer<Guest>?
}

extension Holdings {
  /// Words that own nothing by their type, and words that have no type to be had.
  static let numbers = [
    Situation("unmanaged pointer in a static variable", .possibly("static Book.address")) { cut in
      let guest = Guest()
      Book.address = Unmanaged.passRetained(guest).toOpaque()
      cut { Unmanaged<Guest>.fromOpaque(Book.address!).release() }
      return guest
    },
    Situation("Unmanaged in a static variable", .possibly("static Book.unmanaged")) { cut in
      let guest = Guest()
      Book.unmanaged = .passRetained(guest)
      cut { Book.unmanaged?.release() }
      return guest
    },
    Situation(
      "pointer in memory of C that a static variable leads to", .possibly("static Book.list")
    ) { cut in
      let guest = Guest()
      Book.list = .allocate(capacity: 4)
      Book.list?.initialize(repeating: nil, count: 4)
      Book.list?[2] = Unmanaged.passRetained(guest).toOpaque()
      cut { Unmanaged<Guest>.fromOpaque(Book.list![2]!).release() }
      return guest
    },
    Situation("object in memory that was allocated by hand", .possibly("static Book.cell")) { cut in
      let guest = Guest()
      Book.cell = .allocate(capacity: 1)
      Book.cell?.initialize(to: guest)
      cut { Book.cell?.deinitialize(count: 1) }
      return guest
    },
    Situation("static ObjectIdentifier, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      Book.identifier = ObjectIdentifier(guest)
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("static number, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      Book.number = UInt(bitPattern: ObjectIdentifier(guest))
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("static weak reference, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      Book.last = guest
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("static unowned(unsafe) reference, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      Book.careless = guest
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("static unowned reference, and a lost retain", .leaked(lostRetain)) { cut in
      let guest = Guest()
      Book.careful = guest
      loseRetain(of: guest, cut)
      return guest
    },
    Situation("word of an empty value, and a variable", .held("variable guest of")) { cut in
      let drawer = Drawer()
      let guest = onThread(cut) { handover, never in
        let guest = handover.take()
        never.wait()
        guest.stay()
      }
      drawer.note(guest)
      _ = Unmanaged.passRetained(drawer)
      return guest
    },
    Situation("static ObjectIdentifier, and a block", .held("a block that asyncAfter is to run")) {
      cut in
      let guest = Guest()
      Book.identifier = ObjectIdentifier(guest)
      DispatchQueue.global().asyncAfter(deadline: .now() + cut.delay) { guest.stay() }
      return guest
    },
    Situation("static unowned reference, and a cycle", .leaked("a retain cycle of 2")) { cut in
      let guest = Guest()
      Book.careful = guest
      guest.handler = { guest.stay() }
      let hidden = Hidden(guest)
      cut { hidden.object.handler = nil }
      return guest
    },
  ]

  package static let lostRetain =
    "a retain that no reference explains: probably never balanced by a release"

  /// Retains an object, and forgets it.
  static func loseRetain(of guest: Guest, _ cut: Cut) {
    _ = Unmanaged.passRetained(guest)
    let hidden = Hidden(guest)
    cut { hidden.release() }
  }
}
