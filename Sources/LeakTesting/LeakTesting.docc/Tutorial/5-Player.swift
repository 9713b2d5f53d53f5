final class Player {
  var onFinish: (() -> Void)?
  private(set) var plays = 0

  func play() {
    plays += 1
    onFinish = { [weak self] in self?.rewind() }
  }

  private func rewind() {}
}
