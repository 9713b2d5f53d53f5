import Foundation

/// A name for a person, by which it is found in a set.
private struct Name: Hashable {
  let guest: Guest
  static func == (left: Name, right: Name) -> Bool { left.guest === right.guest }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(guest)) }
}

private indirect enum Corridor {
  case end
  case door(Guest, next: Corridor)
}

private final class Wardrobe: ManagedBuffer<Int, Guest> {
  deinit { _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee) } }
}

private enum Store {
  nonisolated(unsafe) static var names: Set<Name> = []
  nonisolated(unsafe) static var slice: ArraySlice<Guest> = []
  nonisolated(unsafe) static var contiguous: ContiguousArray<Guest?> = []
  nonisolated(unsafe) static let array = NSMutableArray()
  nonisolated(unsafe) static let dictionary = NSMutableDictionary()
  nonisolated(unsafe) static let set = NSMutableSet()
  nonisolated(unsafe) static var corridor = Corridor.end
  nonisolated(unsafe) static var wardrobe: ManagedBuffer<Int, Guest>?
  nonisolated(unsafe) static var closures: [() -> Void] = []
  nonisolated(unsafe) static var nested: [[String: (Int, Guest?)]] = []
  nonisolated(unsafe) static var lazy: LazyMapSequence<[Guest], Guest>?
  nonisolated(unsafe) static var sequence: AnySequence<Int>?
  nonisolated(unsafe) static var iterator: AnyIterator<Int>?
  nonisolated(unsafe) static var notification: Notification?
  nonisolated(unsafe) static var error: (any Error)?
  nonisolated(unsafe) static var ledger = Ledger()
}

/// Of which another library tells the size: it is larger than the room that a variable has then.
private struct Ledger {
  var events: AsyncStream<Int>.Continuation?
  var guest: Guest?
  var pending: [Guest] = []
  var onClose: (() -> Void)?
}

private struct NoVacancy: Error {
  let guest: Guest
}

extension Holdings {
  static let containers = [
    Situation("static set", .kept("static Store.names")) { cut in
      let guest = Guest()
      Store.names = [Name(guest: Guest()), Name(guest: guest)]
      cut { Store.names = [] }
      return guest
    },
    Situation("static slice", .kept("static Store.slice")) { cut in
      let guest = Guest()
      Store.slice = [Guest(), Guest(), guest][1...]
      cut { Store.slice = [] }
      return guest
    },
    Situation("static contiguous array", .kept("static Store.contiguous")) { cut in
      let guest = Guest()
      Store.contiguous = [nil, guest]
      cut { Store.contiguous = [] }
      return guest
    },
    Situation("static NSMutableArray", .kept("static Store.array")) { cut in
      let guest = Guest()
      Store.array.add(guest)
      cut { Store.array.removeAllObjects() }
      return guest
    },
    Situation("static NSMutableDictionary", .kept("static Store.dictionary")) { cut in
      let guest = Guest()
      Store.dictionary["guest"] = guest
      cut { Store.dictionary.removeAllObjects() }
      return guest
    },
    Situation("static NSMutableSet", .kept("static Store.set")) { cut in
      let guest = Guest()
      Store.set.add(guest)
      cut { Store.set.removeAllObjects() }
      return guest
    },
    Situation("static indirect enum", .kept("static Store.corridor")) { cut in
      let guest = Guest()
      Store.corridor = .door(Guest(), next: .door(guest, next: .end))
      cut { Store.corridor = .end }
      return guest
    },
    Situation("static ManagedBuffer", .kept("static Store.wardrobe")) { cut in
      let guest = Guest()
      let buffer = Wardrobe.create(minimumCapacity: 3) { _ in 1 }
      buffer.withUnsafeMutablePointerToElements { $0.initialize(to: guest) }
      Store.wardrobe = buffer
      cut { Store.wardrobe = nil }
      return guest
    },
    Situation("closure that captures a closure, in a static array", .kept("static Store.closures"))
    {
      cut in
      let guest = Guest()
      let inner = { guest.stay() }
      Store.closures = [{}, { inner() }]
      cut { Store.closures = [] }
      return guest
    },
    Situation("tuple in a dictionary in a static array", .kept("static Store.nested")) { cut in
      let guest = Guest()
      Store.nested = [[:], ["suite": (1, guest)]]
      cut { Store.nested = [] }
      return guest
    },
    Situation("static lazy sequence", .kept("static Store.lazy")) { cut in
      let guest = Guest()
      Store.lazy = [guest].lazy.map { $0 }
      cut { Store.lazy = nil }
      return guest
    },
    Situation("static type-erased sequence", .kept("static Store.sequence")) { cut in
      let guest = Guest()
      Store.sequence = AnySequence(
        [1, 2].lazy.map { number -> Int in
          guest.stay()
          return number
        })
      cut { Store.sequence = nil }
      return guest
    },
    Situation("static iterator", .kept("static Store.iterator")) { cut in
      let guest = Guest()
      Store.iterator = AnyIterator {
        guest.stay()
        return nil
      }
      cut { Store.iterator = nil }
      return guest
    },
    Situation("user info of a static notification", .kept("static Store.notification")) { cut in
      let guest = Guest()
      Store.notification = Notification(name: .init("left"), object: nil, userInfo: ["who": guest])
      cut { Store.notification = nil }
      return guest
    },
    Situation("static error", .kept("static Store.error")) { cut in
      let guest = Guest()
      Store.error = NoVacancy(guest: guest)
      cut { Store.error = nil }
      return guest
    },
    Situation("field of a static struct with a library's value", .kept("static Store.ledger")) {
      cut in
      let guest = Guest()
      Store.ledger.guest = guest
      cut { Store.ledger.guest = nil }
      return guest
    },
    Situation("closure in a static struct with a library's value", .kept("static Store.ledger")) {
      cut in
      let guest = Guest()
      Store.ledger.onClose = { guest.stay() }
      cut { Store.ledger.onClose = nil }
      return guest
    },
  ]
}
