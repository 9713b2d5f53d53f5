extension OverloadTests.Loader {
  func bindThere() { bind() }

  /// Another file has one of this name.
  private func bind() { done = { self.count -= 4 } }
}
