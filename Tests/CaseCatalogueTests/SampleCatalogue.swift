import LeakCatalogue
import LeakDetection
import Synchronization

/// A small catalogue to parse, list, show and run.
let sampleCatalogue = Catalogue(chapters: [
  Catalogue.Chapter("Houses", [EmptyHouse.self, HauntedHouse.self]),
  Catalogue.Chapter("Boats", [SunkenBoat.self]),
])

/// A case that needs no fix.
enum EmptyHouse: Case {
  static let id = "houses/empty-house"
  static let question = "Does an empty house go?"
  static let why = "Nobody is in it."
  static let fix = "Nothing to fix."
  static let source: Source? = nil

  final class House {}

  static let variants: [Variant] = [
    .fixed("left", filePath: "/nowhere/EmptyHouse.swift") { House() }
  ]
}

/// A case with every part that a page shows.
enum HauntedHouse: Case {
  static let id = "houses/haunted-house"
  static let question = "Does a house go while its ghost keeps it?"
  static let why = """
    The house keeps the ghost,
    and the ghost keeps the house.
    """
  static let fix = "Let the ghost hold the house weakly."
  static let source: Source? = Source(
    author: "A. Ghost", title: "On houses", scenarios: ["haunting", "nonHaunting"])

  final class House {
    var ghost: Ghost?

    func haunt() {
      let ghost = Ghost()
      ghost.house = self
      self.ghost = ghost
    }
  }

  final class Ghost {
    var house: House?
  }

  final class Guest: Sendable {}

  static let variants: [Variant] = [
    .leaking("leaking", report: report, filePath: "/nowhere/HauntedHouse.swift") {
      let house = House()
      house.haunt()
      return house
    } sever: { house in
      house.ghost = nil
    },
    .fixed("exorcised", filePath: "/nowhere/HauntedHouse.swift") {
      let house = House()
      house.ghost = Ghost()
      return house
    },
    .late("left-later", atLeast: .milliseconds(20), filePath: "/nowhere/HauntedHouse.swift") {
      let guest = Guest()
      Task.detached {
        try await Task.sleep(for: .milliseconds(50))
        withExtendedLifetime(guest) {}
      }
      return guest
    },
  ]

  static let report = """
    HauntedHouse.House leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

      ╭→ HauntedHouse.House
      │    .ghost: HauntedHouse.Ghost
      │    .house: HauntedHouse.House   SampleCatalogue.swift:49
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~
      ╰─ HauntedHouse.House

      Try weak var on HauntedHouse.Ghost.house.
      pattern mutual-references (swift run leakcases show owners/target-container)
      fingerprint 8a19709e
    """
}

/// A case that ends its process.
enum SunkenBoat: Case {
  static let id = "boats/sunken-boat"
  static let question = "What happens to a boat that sinks?"
  static let why = "It is under water."
  static let fix = "Stay ashore."
  static let source: Source? = Source(author: "B. Sailor", title: "On boats")

  final class Boat {}

  static let variants: [Variant] = [
    .crashing(
      "sinking", message: "Fatal error: boat 0x… sank", filePath: "/nowhere/SunkenBoat.swift"
    ) {},
    .fixed("floating", filePath: "/nowhere/SunkenBoat.swift") { Boat() },
  ]
}

/// A catalogue whose every variant fails.
let brokenCatalogue = Catalogue(chapters: [Catalogue.Chapter("Houses", [BrokenHouse.self])])

/// A case that expects what does not happen.
enum BrokenHouse: Case {
  static let id = "houses/broken-house"
  static let question = "What is wrong?"
  static let why = "Everything."
  static let fix = "Move."
  static let source: Source? = nil

  final class House: Sendable {}

  struct Collapse: Error {}

  /// Keeps a house.
  static let attic = Mutex<House?>(nil)

  static let variants: [Variant] = [
    .leaking("wrong-report", report: "House stands.") {
      let house = HauntedHouse.House()
      house.ghost = HauntedHouse.Ghost()
      house.ghost?.house = house
      return house
    } sever: { house in
      house.ghost = nil
    },
    .leaking("gone", report: "House leaked.") {
      House()
    } sever: { _ in
    },
    .held("not-severed", report: heldReport) {
      let house = House()
      attic.withLock { $0 = house }
      return house
    } sever: { _ in
    },
    .held("severing-throws", report: heldReport) {
      let house = House()
      attic.withLock { $0 = house }
      return house
    } sever: { _ in
      attic.withLock { $0 = nil }
      throw Collapse()
    },
    .fixed("throws") { () throws(Collapse) -> House in throw Collapse() },
  ]

  static let heldReport = """
    BrokenHouse.House is held: 1 instance is kept alive by static BrokenHouse.attic.

      ╭─ static BrokenHouse.attic
      ╰→ BrokenHouse.House

      It lives as long as that variable refers to it. Clear the variable before the check, or keep only a weak reference there.
      pattern held-by-a-global (swift run leakcases show owners/shared-cache)
      fingerprint 66be192c
    """
}
