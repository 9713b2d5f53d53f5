import Foundation
import Synchronization

nonisolated(unsafe) private var visitor: Guest?

private enum Hotel {
  static let lobby = Mutex<Guest?>(nil)
  nonisolated(unsafe) static var rooms: [Guest] = []
  nonisolated(unsafe) static var suites: [String: [Guest]] = [:]
  nonisolated(unsafe) static var onDeparture: (() -> Void)?
  nonisolated(unsafe) static let register = NSCache<NSString, Guest>()
  nonisolated(unsafe) static var address: UnsafeMutableRawPointer?
  nonisolated(unsafe) static let director = Director()
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
    Situation("global variable") {
      let guest = Guest()
      visitor = guest
      return guest
    },
    Situation("static variable in a mutex") {
      let guest = Guest()
      Hotel.lobby.withLock { $0 = guest }
      return guest
    },
    Situation("static array") {
      Hotel.rooms = [Guest(), Guest()]
      return Hotel.rooms[1]
    },
    Situation("static dictionary of arrays") {
      let guest = Guest()
      Hotel.suites["royal"] = [guest]
      return guest
    },
    Situation("static closure") {
      let guest = Guest()
      Hotel.onDeparture = { guest.stay() }
      return guest
    },
    Situation("static NSCache") {
      let guest = Guest()
      Hotel.register.setObject(guest, forKey: "guest")
      return guest
    },
    Situation("lazy property of a shared object") {
      let guest = Guest()
      Hotel.director.favourite = guest
      return guest
    },
    Situation("sink of a subject that lives on") {
      let guest = Guest()
      Hotel.director.bookings.sinks.append { _ in guest.stay() }
      return guest
    },
    Situation("unmanaged pointer in a static variable") {
      let guest = Guest()
      Hotel.address = Unmanaged.passRetained(guest).toOpaque()
      return guest
    },
  ]
}
