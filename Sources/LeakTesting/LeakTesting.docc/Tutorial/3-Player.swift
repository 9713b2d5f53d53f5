final class Player {
  var onFinish: (() -> Void)?
  private(set) var plays = 0

  func play() {
    plays += 1
    onFinish = { self.rewind() }
  }

  private func rewind() {}
}
