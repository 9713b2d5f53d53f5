extension Screen {
  func captureSelf() { handler = { self.count += 1 } }
  func captureSelfByList() { handler = { [screen = self] in screen.count = 1 } }
  func captureStrongAroundWeak() {
    handler = {
      let inner = { [weak self] in self?.count = 2 }
      inner()
    }
  }
  func storeMethod() { handler = method }
  func storeLocalFunction() {
    func local() { count += 1 }
    handler = local
  }
  func callLazyClosure() {
    lazyClosure()
    handler = lazyClosure
  }

  func captureWeak() { handler = { [weak self] in self?.count += 1 } }
  func captureUnowned() { handler = { [unowned self] in count += 1 } }
  func captureUnownedUnsafe() { handler = { [unowned(unsafe) self] in count += 1 } }
  func captureWeakAndRetainInside() {
    handler = { [weak self] in
      guard let self else { return }
      let inner = { self.count += 1 }
      inner()
    }
  }
  func captureWeakVariable() {
    weak var screen = self
    handler = {
      screen?.count += 1
      if runTimeNumber() > 3 { screen = nil }
    }
  }
  func captureWeakAndView() { handler = { [weak self, view] in self?.count = view.count } }
  func storeKeyPath() { keyPath = \Screen.view.count }
}
