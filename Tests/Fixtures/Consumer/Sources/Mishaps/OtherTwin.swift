/// Of the same name as the one in the other file, with the same function in it.
private enum Twin {
  final class Player {
    private var plays = 0
    private var onFinish: () -> Void = {}

    func loop() { onFinish = { self.plays += 1 } }
  }
}

enum OtherTwin {
  static func happen() -> AnyObject {
    let player = Twin.Player()
    player.loop()
    return player
  }
}
