import Testing

/// One way for a closure to capture the object that stores it.
struct SelfCapture: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let wire: @Sendable (Screen) -> Void

  private init(_ description: String, wire: @escaping @Sendable (Screen) -> Void) {
    testDescription = description
    self.wire = wire
  }

  static let strong = [
    SelfCapture("self") { $0.captureSelf() },
    SelfCapture("[screen = self]") { $0.captureSelfByList() },
    SelfCapture("[weak self] in an inner closure") { $0.captureStrongAroundWeak() },
    SelfCapture("a method of self") { $0.storeMethod() },
    SelfCapture("a local function") { $0.storeLocalFunction() },
    SelfCapture("a lazy closure") { $0.callLazyClosure() },
  ]

  static let weak = [
    SelfCapture("[weak self]") { $0.captureWeak() },
    SelfCapture("[unowned self]") { $0.captureUnowned() },
    SelfCapture("[unowned(unsafe) self]") { $0.captureUnownedUnsafe() },
    SelfCapture("[weak self], and an inner closure that captures it strongly") {
      $0.captureWeakAndRetainInside()
    },
    SelfCapture("a weak variable") { $0.captureWeakVariable() },
    SelfCapture("[weak self, view]") { $0.captureWeakAndView() },
    SelfCapture("a key path") { $0.storeKeyPath() },
  ]
}

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
