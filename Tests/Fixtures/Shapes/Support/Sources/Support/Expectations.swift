import LeakTesting

/// A check that several test targets share.
public func expectPlayerGoes(_ start: (Player) -> Void) {
  expectDeallocated {
    let player = Player()
    start(player)
    return player
  }
}
