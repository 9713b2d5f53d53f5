final class Panel: Fixture, @unchecked Sendable {
  var count = 0
  var handler: (() -> Void)?
  var asynchronous: (@Sendable () async -> Void)?
  var isolated: (@isolated(any) @Sendable () -> Void)?

  func sever() { (handler, asynchronous, isolated) = (nil, nil, nil) }

  func captureFunctionsAndSelf() {
    let inner = { self.count += 1 }
    let middle = {
      inner()
      use(self.count)
    }
    handler = {
      middle()
      inner()
    }
  }
  func captureFunctionsAndWeakSelf() {
    let inner = { [weak self] in
      guard let self else { return }
      count += 1
    }
    let middle = { [weak self] in
      inner()
      use(self?.count)
    }
    handler = {
      middle()
      inner()
    }
  }

  func captureCopyOfPointee() {
    var panels = [self]
    withUnsafeMutablePointer(to: &panels) { pointer in
      handler = { [copy = pointer.pointee] in use(copy) }
    }
  }
  func captureCopy(of panels: inout [Panel]) {
    handler = { [panels] in use(panels) }
  }

  func store(_ function: sending @escaping () -> Void) { handler = function }
}
