import Foundation

/// Closes after a song, by a timer whose block captures the player.
public enum Curtain {
  /// A timer that goes on.
  public static func rising(before player: Player) {
    RunLoop.main.add(timer(for: player, repeats: true), forMode: .common)
  }

  /// A timer that is not needed any more.
  public static func cancelled(before player: Player) {
    timer(for: player, repeats: true).invalidate()
  }

  /// A timer that has done its work.
  public static func fallen(before player: Player) {
    timer(for: player, repeats: false).fire()
  }

  private static func timer(for player: Player, repeats: Bool) -> Timer {
    nonisolated(unsafe) let player = player
    return Timer(timeInterval: 3600, repeats: repeats) { _ in player.play() }
  }
}

/// Remembers the last players for as long as it is there itself.
public final class Archive {
  private let players = NSCache<NSString, Player>()

  public init() {}

  public func add(_ player: Player, as name: String) {
    players.setObject(player, forKey: name as NSString)
  }
}
