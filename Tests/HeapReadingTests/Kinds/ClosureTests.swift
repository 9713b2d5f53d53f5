import Testing

/// References in what closures capture.
struct ClosureTests {
  @Test("kinds: closure", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = itself + weakly + variables + values + functions

  /// What is captured alone and is an object is itself the closure's context.
  @KindList private static var itself: [Kind] {
    Kind("self", in: Screen.self, itselfAlone) { $0.captureSelf() }
    Kind("[screen = self]", in: Screen.self, itselfAlone) { $0.captureSelfByList() }
    Kind("[weak self] in an inner closure", in: Screen.self, itselfAlone) {
      $0.captureStrongAroundWeak()
    }
    Kind("a method of self", in: Screen.self, itselfAlone) { $0.storeMethod() }
    Kind("a local function", in: Screen.self, itselfAlone) { $0.storeLocalFunction() }
    Kind("a lazy closure", in: Screen.self, itselfAlone) { $0.callLazyClosure() }
    Kind(
      "a method, applied later", in: Screen.self,
      "Screen -.handler()-> closure context -capture 1-> Screen"
    ) { $0.captureUnappliedMethod() }
  }

  private static let itselfAlone = "Screen -.handler()-> Screen"

  @KindList private static var weakly: [Kind] {
    Kind("[weak self]", in: Screen.self, twin: itselfAlone) {
      $0.captureWeak()
    } strong: {
      $0.captureSelf()
    }
    Kind("[unowned self]", in: Screen.self, twin: itselfAlone) {
      $0.captureUnowned()
    } strong: {
      $0.captureSelf()
    }
    Kind("[unowned(unsafe) self]", in: Screen.self, twin: itselfAlone) {
      $0.captureUnownedUnsafe()
    } strong: {
      $0.captureSelf()
    }
    Kind("[weak self], strong in an inner closure", in: Screen.self, twin: itselfAlone) {
      $0.captureWeakAndRetainInside()
    } strong: {
      $0.captureStrongAroundWeak()
    }
    Kind(
      "a weak variable", in: Screen.self,
      twin: "Screen -.handler()-> closure context -capture 1-> box -content-> Screen"
    ) {
      $0.captureWeakVariable()
    } strong: {
      $0.captureVariable()
    }
    Kind(
      "[weak self, view]", in: Screen.self,
      twin: "Screen -.handler()-> closure context -capture 2-> Screen"
    ) {
      $0.captureWeakAndView()
    } strong: {
      $0.captureViewTextAndSelf()
    }
    Kind("a key path", in: Screen.self, twin: "Screen -.any-> Screen") {
      $0.storeKeyPath()
    } strong: {
      $0.storeKeyPath()
      $0.any = $0
    }
  }

  @KindList private static var variables: [Kind] {
    Kind(
      "several captures", in: Screen.self,
      "Screen -.handler()-> closure context -capture 2-> Screen"
    ) { $0.captureViewTextAndSelf() }
    Kind(
      "Int8 and an optional", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0-> Screen"
    ) { $0.captureByteAndOptional() }
    Kind(
      "metatypes", in: Screen.self, "Screen -.handler()-> closure context -capture 0-> Screen"
    ) { $0.captureMetatypes() }
    Kind(
      "a variable", in: Screen.self,
      "Screen -.handler()-> closure context -capture 1-> box -content-> Screen"
    ) { $0.captureVariable() }
    Kind(
      "a recursive local function", in: Screen.self,
      "Screen -.handler()-> closure context -capture 1-> Screen"
    ) { $0.storeRecursiveLocalFunction() }
  }

  @KindList private static var values: [Kind] {
    Kind("Any", in: Screen.self, "Screen -.handler()-> closure context -capture 0-> Screen") {
      $0.captureAny($0)
    }
    Kind(
      "Any of a number", in: Screen.self,
      twin: "Screen -.handler()-> closure context -capture 0-> Screen"
    ) {
      $0.captureAny(1)
    } strong: {
      $0.captureAny($0)
    }
    Kind(
      "a struct", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.screen-> Screen"
    ) { $0.captureStruct() }
    Kind(
      "an enumeration", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.success-> Screen"
    ) { $0.captureResult() }
    Kind(
      "an array", in: Screen.self,
      "Screen -.handler()-> Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> Screen"
    ) { $0.captureArray() }
    Kind(
      "an opaque result", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.screen-> Screen"
    ) { $0.captureOpaqueValue() }
    Kind(
      "AsyncStream, laid out at run time", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.context-> "
        + "Swift.AsyncStream<Swift.Int>._Context -.produce()-> closure context -capture 0-> "
        + "Swift._AsyncStreamCriticalStorage<Swift.Optional<() async -> Swift.Optional<Swift.Int>>> "
        + "-._value()-> Screen"
    ) { $0.captureStream() }
  }

  @KindList private static var functions: [Kind] {
    Kind(
      "a closure", in: Screen.self, "Screen -.handler()-> closure context -capture 0()-> Screen"
    ) { $0.captureClosure() }
    Kind(
      "a closure and self", in: Screen.self,
      "Screen -.handler()-> closure context -capture 1-> Screen"
    ) { $0.captureClosureAndSelf() }
    Kind(
      "an autoclosure", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0()-> Screen"
    ) { screen in screen.captureAutoclosure(screen.count) }
  }
}
