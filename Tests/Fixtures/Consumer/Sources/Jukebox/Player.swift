/// Calls back when a record is over.
public final class Player {
  public var onFinish: (() -> Void)?
  public private(set) var plays = 0

  public init() {}

  public func play() {
    plays += 1
    onFinish?()
  }

  /// Starts over at the end, from a closure that captures the player: a retain cycle.
  private func loop() {
    onFinish = { self.rewind() }
  }

  /// Starts over at the end, from a closure that captures the player weakly.
  private func loopWeakly() {
    onFinish = { [weak self] in self?.rewind() }
  }

  private func rewind() {}
}

extension Player {
  public static func leaking() -> Player {
    let player = Player()
    player.loop()
    return player
  }

  public static func fixed() -> Player {
    let player = Player()
    player.loopWeakly()
    return player
  }
}
