import Testing

/// References in functions made of other functions, in functions that are bound to an actor, and in what a
/// closure copied of a variable.
struct FunctionTests {
  @Test func functionsThatCaptureFunctionsAndSelf() throws {
    try expectCycle(
      through: Panel.self, "Panel -.handler()-> closure context -capture 1()-> Panel"
    ) { $0.captureFunctionsAndSelf() }
    try expectCycle(through: Panel.self, nil) { $0.captureFunctionsAndWeakSelf() }
  }

  @Test func copiesOfVariables() throws {
    let path =
      "Panel -.handler()-> Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> Panel"
    try expectCycle(through: Panel.self, path) { $0.captureCopyOfPointee() }
    try expectCycle(through: Panel.self, path) { panel in
      var panels = [panel]
      panel.captureCopy(of: &panels)
      panels = []
    }
    try expectCycle(through: Panel.self, nil) { panel in
      var panels = [Panel()]
      panel.captureCopy(of: &panels)
      panels = [panel]
    }
  }

  // MARK: - Concurrency

  @Test func asynchronousFunctions() throws {
    try expectCycle(through: Panel.self, "Panel -.asynchronous()-> Panel") { panel in
      panel.asynchronous = {
        panel.count += 1
        await Task.yield()
      }
    }
    try expectCycle(through: Panel.self, nil) { panel in
      panel.asynchronous = { [weak panel] in
        panel?.count += 1
        await Task.yield()
      }
    }
  }

  @Test func functionsBoundToAnyActor() throws {
    try expectCycle(
      through: Panel.self, "Panel -.isolated()-> closure context -capture 1-> Panel"
    ) { panel in panel.isolated = { @MainActor in panel.count += 1 } }
    try expectCycle(
      through: Panel.self, "Panel -.isolated()-> closure context -capture 1-> Panel"
    ) { panel in panel.isolated = { panel.count += 1 } }
    try expectCycle(through: Panel.self, nil) { panel in
      panel.isolated = { @MainActor [weak panel] in panel?.count += 1 }
    }
  }

  @Test func sentFunctions() throws {
    try expectCycle(through: Panel.self, "Panel -.handler()-> Panel") { panel in
      panel.store { panel.count += 1 }
    }
    try expectCycle(through: Panel.self, nil) { panel in
      panel.store { [weak panel] in panel?.count += 1 }
    }
  }
}

// MARK: - Fixtures

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
