import Foundation
import Synchronization

nonisolated(unsafe) private var visitor: Guest?

private enum Hotel {
  static let lobby = Mutex<Guest?>(nil)
  nonisolated(unsafe) static var rooms: [Guest] = []
  nonisolated(unsafe) static var suites: [String: [Guest]] = [:]
  nonisolated(unsafe) static var onDeparture: (() -> Void)?
  nonisolated(unsafe) static let register = NSCache<NSString, Guest>()
  nonisolated(unsafe) static let director = Director()
  nonisolated(unsafe) static var bar = Bar()
  nonisolated(unsafe) static var state = State.empty
  nonisolated(unsafe) static var pair: (Int, Guest?) = (0, nil)
  nonisolated(unsafe) static var tenant: (any Tenant)?
  nonisolated(unsafe) static var something: Any?
  nonisolated(unsafe) static var object: AnyObject?
  nonisolated(unsafe) static var outcome: Result<Guest, any Error>?
  nonisolated(unsafe) static var box: Box<Guest>?
  nonisolated(unsafe) static var callbacks: [ObjectIdentifier: () -> Void] = [:]
  nonisolated(unsafe) static var thread: Thread?
  static let concierge = Concierge()
}

private struct Bar {
  var seats = 0
  var regular: Guest?
}

private enum State {
  case empty
  case booked(by: Guest, nights: Int)
}

private protocol Tenant { func stay() }
extension Guest: Tenant {}

private struct Lodger: Tenant {
  var name = "Lodger"
  var guest: Guest
  func stay() {}
}

private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

private actor Concierge {
  var guest: Guest?
  func welcome(_ guest: Guest?) { self.guest = guest }
}

private final class Director {
  let bookings = Subject()
  lazy var favourite: Guest? = nil
}

/// Keeps its subscribers, also those that are done.
private final class Subject {
  var sinks: [(Int) -> Void] = []
}

extension Holdings {
  static let variables = [
    Situation("global variable", .kept("the variable visitor")) { cut in
      let guest = Guest()
      visitor = guest
      cut { visitor = nil }
      return guest
    },
    Situation("static variable in a mutex", .kept("static Hotel.lobby")) { cut in
      let guest = Guest()
      Hotel.lobby.withLock { $0 = guest }
      cut { Hotel.lobby.withLock { $0 = nil } }
      return guest
    },
    Situation("static array", .kept("static Hotel.rooms")) { cut in
      Hotel.rooms = [Guest(), Guest()]
      cut { Hotel.rooms = [] }
      return Hotel.rooms[1]
    },
    Situation("static dictionary of arrays", .kept("static Hotel.suites")) { cut in
      let guest = Guest()
      Hotel.suites["royal"] = [guest]
      cut { Hotel.suites = [:] }
      return guest
    },
    Situation("static closure", .kept("static Hotel.onDeparture")) { cut in
      let guest = Guest()
      Hotel.onDeparture = { guest.stay() }
      cut { Hotel.onDeparture = nil }
      return guest
    },
    Situation("static NSCache", .kept("static Hotel.register")) { cut in
      let guest = Guest()
      Hotel.register.setObject(guest, forKey: "guest")
      cut { Hotel.register.removeAllObjects() }
      return guest
    },
    Situation("lazy property of a shared object", .kept("static Hotel.director")) { cut in
      let guest = Guest()
      Hotel.director.favourite = guest
      cut { Hotel.director.favourite = nil }
      return guest
    },
    Situation("sink of a subject that lives on", .kept("static Hotel.director")) { cut in
      let guest = Guest()
      Hotel.director.bookings.sinks.append { _ in guest.stay() }
      cut { Hotel.director.bookings.sinks = [] }
      return guest
    },
    Situation("field of a static struct", .kept("static Hotel.bar")) { cut in
      let guest = Guest()
      Hotel.bar.regular = guest
      cut { Hotel.bar = Bar() }
      return guest
    },
    Situation("payload of a static enum", .kept("static Hotel.state")) { cut in
      let guest = Guest()
      Hotel.state = .booked(by: guest, nights: 2)
      cut { Hotel.state = .empty }
      return guest
    },
    Situation("static tuple", .kept("static Hotel.pair")) { cut in
      let guest = Guest()
      Hotel.pair = (1, guest)
      cut { Hotel.pair.1 = nil }
      return guest
    },
    Situation("static existential with an object", .kept("static Hotel.tenant")) { cut in
      let guest = Guest()
      Hotel.tenant = guest
      cut { Hotel.tenant = nil }
      return guest
    },
    Situation("static existential with a struct", .kept("static Hotel.tenant")) { cut in
      let guest = Guest()
      Hotel.tenant = Lodger(guest: guest)
      cut { Hotel.tenant = nil }
      return guest
    },
    Situation("static Any with a large struct", .kept("static Hotel.something")) { cut in
      let guest = Guest()
      Hotel.something = (1, 2, 3, Lodger(guest: guest))
      cut { Hotel.something = nil }
      return guest
    },
    Situation("static AnyObject", .kept("static Hotel.object")) { cut in
      let guest = Guest()
      Hotel.object = guest
      cut { Hotel.object = nil }
      return guest
    },
    Situation("static Result", .kept("static Hotel.outcome")) { cut in
      let guest = Guest()
      Hotel.outcome = .success(guest)
      cut { Hotel.outcome = nil }
      return guest
    },
    Situation("static generic object", .kept("static Hotel.box")) { cut in
      let guest = Guest()
      Hotel.box = Box(guest)
      cut { Hotel.box = nil }
      return guest
    },
    Situation("closures by object in a static dictionary", .kept("static Hotel.callbacks")) { cut in
      let guest = Guest()
      Hotel.callbacks[ObjectIdentifier(guest)] = { guest.stay() }
      cut { Hotel.callbacks = [:] }
      return guest
    },
    Situation("method of the object in a static variable", .kept("static Hotel.onDeparture")) {
      cut in
      let guest = Guest()
      Hotel.onDeparture = guest.stay
      cut { Hotel.onDeparture = nil }
      return guest
    },
    Situation("state of a shared actor", .kept("static Hotel.concierge")) { cut in
      let guest = Guest()
      await Hotel.concierge.welcome(guest)
      cut { await Hotel.concierge.welcome(nil) }
      return guest
    },
    Situation("thread in a static variable that was not started", .kept("static Hotel.thread")) {
      cut in
      let guest = Guest()
      Hotel.thread = Thread { guest.stay() }
      cut { Hotel.thread = nil }
      return guest
    },
  ]
}
