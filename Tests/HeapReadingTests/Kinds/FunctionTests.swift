import Testing

/// References in functions of each type, in functions made of other functions, and in what a closure copied.
struct FunctionTests {
  @Test("kinds: function", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = types + made + collections

  @KindList private static var types: [Kind] {
    Kind("@Sendable () throws", in: Screen.self, "Screen -.sendable()-> Screen") { screen in
      screen.sendable = { number in screen.count = number }
    }
    Kind("() throws(Failure)", in: Screen.self, "Screen -.typedThrows()-> Screen") { screen in
      screen.typedThrows = { () throws(ScreenFailure) in screen.count = 1 }
    }
    Kind("@MainActor ()", in: Screen.self, "Screen -.onMainActor()-> Screen") { screen in
      screen.onMainActor = { screen.count = 1 }
    }
    Kind("() async throws", in: Screen.self, "Screen -.asynchronous()-> Screen") { screen in
      screen.asynchronous = {
        await Task.yield()
        return screen.count
      }
    }
    Kind("() async", in: Panel.self, "Panel -.asynchronous()-> Panel") { panel in
      panel.asynchronous = {
        panel.count += 1
        await Task.yield()
      }
    }
    Kind("() async, [weak]", in: Panel.self, twin: "Panel -.asynchronous()-> Panel") { panel in
      panel.asynchronous = { [weak panel] in
        panel?.count += 1
        await Task.yield()
      }
    } strong: { panel in
      panel.asynchronous = {
        panel.count += 1
        await Task.yield()
      }
    }
    Kind("@convention(c)", in: Screen.self, twin: "Screen -.sendable()-> Screen") {
      $0.thin = { $0 + 1 }
    } strong: { screen in
      screen.thin = { $0 + 1 }
      screen.sendable = { number in screen.count = number }
    }
    Kind(
      "@isolated(any), to the main actor", in: Panel.self,
      "Panel -.isolated()-> closure context -capture 1-> Panel"
    ) { panel in panel.isolated = { @MainActor in panel.count += 1 } }
    Kind(
      "@isolated(any), to none", in: Panel.self,
      "Panel -.isolated()-> closure context -capture 1-> Panel"
    ) { panel in panel.isolated = { panel.count += 1 } }
    Kind(
      "@isolated(any), [weak]", in: Panel.self,
      twin: "Panel -.isolated()-> closure context -capture 1-> Panel"
    ) { panel in
      panel.isolated = { @MainActor [weak panel] in panel?.count += 1 }
    } strong: { panel in
      panel.isolated = { @MainActor in panel.count += 1 }
    }
    Kind("sending", in: Panel.self, "Panel -.handler()-> Panel") { panel in
      panel.store { panel.count += 1 }
    }
    Kind("sending, [weak]", in: Panel.self, twin: "Panel -.handler()-> Panel") { panel in
      panel.store { [weak panel] in panel?.count += 1 }
    } strong: { panel in
      panel.store { panel.count += 1 }
    }
  }

  @KindList private static var made: [Kind] {
    Kind(
      "functions of functions, and self", in: Panel.self,
      "Panel -.handler()-> closure context -capture 1()-> Panel"
    ) { $0.captureFunctionsAndSelf() }
    Kind(
      "functions of functions, [weak self]", in: Panel.self,
      twin: "Panel -.handler()-> closure context -capture 1()-> Panel"
    ) {
      $0.captureFunctionsAndWeakSelf()
    } strong: {
      $0.captureFunctionsAndSelf()
    }
    Kind("a copy of a pointee", in: Panel.self, copyOfArray) { $0.captureCopyOfPointee() }
    Kind("a copy of an inout parameter", in: Panel.self, copyOfArray) { panel in
      var panels = [panel]
      panel.captureCopy(of: &panels)
      panels = []
    }
    Kind("a copy made before the assignment", in: Panel.self, twin: copyOfArray) { panel in
      var panels = [Panel()]
      panel.captureCopy(of: &panels)
      panels = [panel]
    } strong: { panel in
      var panels = [panel]
      panel.captureCopy(of: &panels)
      panels = [Panel()]
    }
  }

  private static let copyOfArray =
    "Panel -.handler()-> Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> Panel"

  @KindList private static var collections: [Kind] {
    Kind(
      "an array of mapped closures", in: Screen.self,
      "Screen -.handlers._buffer._storage-> Swift._ContiguousArrayStorage<() -> ()> "
        + "-[0]()-> Screen"
    ) { $0.mapToClosures() }
    Kind(
      "an array of curried functions", in: Screen.self,
      "Screen -.curried._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<(Swift.Int) -> () -> ()> -[0]()-> Screen"
    ) { screen in screen.curried = [{ number in { screen.count = number } }] }
    Kind(
      "a function in Any", in: Screen.self,
      "Screen -.any()-> closure context -capture 0()-> Screen"
    ) { screen in screen.any = { number in screen.count + number } as (Int) -> Int }
  }
}
