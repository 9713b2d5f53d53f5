import Foundation

extension Holdings {
  static let unreachable = [
    Situation("retain that is not given back") {
      let guest = Guest()
      _ = Unmanaged.passRetained(guest)
      return guest
    },
    Situation("owned by an object with a lost retain") {
      let owner = Guest()
      let guest = Guest()
      owner.guest = guest
      _ = Unmanaged.passRetained(owner)
      return guest
    },
    Situation("dragged along by a cycle") {
      let guest = Guest()
      drag(guest)
      return guest
    },
    Situation("cycle") {
      let guest = Guest()
      guest.handler = { guest.stay() }
      return guest
    },
  ]

  @inline(never)
  private static func drag(_ guest: Guest) {
    let owner = Guest()
    owner.guest = guest
    owner.handler = { owner.stay() }
  }
}
