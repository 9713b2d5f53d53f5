import Foundation
import HoldingSituations

/// The situation that this process is to play, as its environment says.
enum Scene {
  private static let environment = ProcessInfo.processInfo.environment

  static let situation = environment["HOLDING"].flatMap { name in
    Holdings.situations.first { $0.name == name }
  }

  /// Whether the object is named to the kit.
  static let isNamed = environment["HOLDING_NAMED"] == "1"

  /// Plays it, and gives the object to `track` if it is to be named. Nothing here keeps it.
  static func play(_ situation: Situation, track: (Guest) -> Void) async throws {
    try await make(situation, track: track)
    await Threads.settle()
  }

  @inline(never)
  private static func make(_ situation: Situation, track: (Guest) -> Void) async throws {
    let guest = try await situation.make(Cut(isToBeDone: false))
    if isNamed { track(guest) }
  }
}
