/// The class that the README's first example is about.
final class Player {
  var onFinish: (() -> Void)?

  func play() { onFinish = { self.rewind() } }

  func rewind() {}

  static func playing() -> Player {
    let player = Player()
    player.play()
    return player
  }
}
