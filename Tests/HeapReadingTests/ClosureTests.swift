import Testing

/// References in what closures capture.
struct ClosureTests {
  // MARK: - Ways to capture self

  @Test(arguments: SelfCapture.strong)
  func capturingSelfAlone(capture: SelfCapture) throws {
    // The captured instance is itself the closure's context.
    try expectCycle(through: Screen.self, "Screen -.handler()-> Screen") { capture.wire($0) }
  }

  @Test(arguments: SelfCapture.weak)
  func capturingWithoutKeepingAlive(capture: SelfCapture) throws {
    try expectCycle(through: Screen.self, nil) { capture.wire($0) }
    try expectCycle(through: Screen.self, "Screen -.handler()-> Screen") { $0.captureSelf() }
  }

  @Test func capturingSeveralValues() throws {
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 2-> Screen"
    ) { $0.captureViewTextAndSelf() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0-> Screen"
    ) { $0.captureByteAndOptional() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0-> Screen"
    ) { $0.captureMetatypes() }
  }

  @Test func capturingVariables() throws {
    try expectCycle(
      through: Screen.self,
      "Screen -.handler()-> closure context -capture 1-> box -content-> Screen"
    ) { $0.captureVariable() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 1-> Screen"
    ) { $0.storeRecursiveLocalFunction() }
  }

  // MARK: - Captured values

  @Test func capturingValues() throws {
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0-> Screen"
    ) { $0.captureAny($0) }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0.screen-> Screen"
    ) { $0.captureStruct() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0.success-> Screen"
    ) { $0.captureResult() }
    try expectCycle(
      through: Screen.self,
      "Screen -.handler()-> Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> Screen"
    ) { $0.captureArray() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0.screen-> Screen"
    ) { $0.captureOpaqueValue() }
    try expectCycle(through: Screen.self, nil) { $0.captureAny(1) }
  }

  @Test func capturingValuesOfTypesWhoseLayoutIsKnownAtRunTime() throws {
    try expectCycle(
      through: Screen.self,
      "Screen -.handler()-> closure context -capture 0.context-> "
        + "Swift.AsyncStream<Swift.Int>._Context -.produce()-> closure context -capture 0-> "
        + "Swift._AsyncStreamCriticalStorage<Swift.Optional<() async -> Swift.Optional<Swift.Int>>> "
        + "-._value()-> Screen"
    ) { $0.captureStream() }
  }

  @Test func capturingFunctions() throws {
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0()-> Screen"
    ) { $0.captureClosure() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 1-> Screen"
    ) { $0.captureClosureAndSelf() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0()-> Screen"
    ) { screen in screen.captureAutoclosure(screen.count) }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 1-> Screen"
    ) { $0.captureUnappliedMethod() }
  }

  // MARK: - Kinds of functions

  @Test func functionTypes() throws {
    try expectCycle(through: Screen.self, "Screen -.sendable()-> Screen") { screen in
      screen.sendable = { number in screen.count = number }
    }
    try expectCycle(through: Screen.self, "Screen -.typedThrows()-> Screen") { screen in
      screen.typedThrows = { () throws(ScreenFailure) in screen.count = 1 }
    }
    try expectCycle(through: Screen.self, "Screen -.onMainActor()-> Screen") { screen in
      screen.onMainActor = { screen.count = 1 }
    }
    try expectCycle(through: Screen.self, "Screen -.asynchronous()-> Screen") { screen in
      screen.asynchronous = {
        await Task.yield()
        return screen.count
      }
    }
    try expectCycle(through: Screen.self, nil) { $0.thin = { $0 + 1 } }
  }

  @Test func functionsInCollections() throws {
    try expectCycle(
      through: Screen.self,
      "Screen -.handlers._buffer._storage-> Swift._ContiguousArrayStorage<() -> ()> "
        + "-[0]()-> Screen"
    ) { $0.mapToClosures() }
    try expectCycle(
      through: Screen.self,
      "Screen -.curried._buffer._storage-> Swift._ContiguousArrayStorage<(Swift.Int) -> () -> ()> "
        + "-[0]()-> Screen"
    ) { screen in screen.curried = [{ number in { screen.count = number } }] }
    try expectCycle(
      through: Screen.self, "Screen -.any()-> closure context -capture 0()-> Screen"
    ) { screen in screen.any = { number in screen.count + number } as (Int) -> Int }
  }

  // MARK: - Types that only closures mention

  @Test func capturedTypesWithoutMetadata() throws {
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0.inner.screen-> Screen"
    ) { $0.captureOnlyCaptured(keeping: $0) }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0.some-> Screen"
    ) { $0.captureOnePayload() }
    try expectCycle(
      through: Screen.self, "Screen -.handler()-> closure context -capture 0.screen-> Screen"
    ) { $0.captureSeveralPayloads() }
    try expectCycle(
      through: Screen.self,
      "Screen -.handler()-> closure context -capture 0.two.screen-> Screen"
    ) { $0.captureStructPayload() }
    try expectCycle(through: Screen.self, nil) { $0.captureOnlyCaptured(keeping: nil) }
  }
}

// MARK: - Fixtures

final class Screen: Fixture, @unchecked Sendable {
  let view = View()
  var count = 0
  var handler: (() -> Void)?
  var handlers: [() -> Void] = []
  var curried: [(Int) -> () -> Void] = []
  var any: Any?
  var keyPath: AnyKeyPath?
  var sendable: (@Sendable (Int) throws -> Void)?
  var typedThrows: (() throws(ScreenFailure) -> Void)?
  var onMainActor: (@MainActor () -> Void)?
  var asynchronous: (() async throws -> Int)?
  var thin: (@convention(c) (Int) -> Int)?
  lazy var lazyClosure: () -> Void = { self.count += 1 }

  func sever() {
    (handler, handlers, curried, any, keyPath) = (nil, [], [], nil, nil)
    (sendable, typedThrows, onMainActor, asynchronous) = (nil, nil, nil, nil)
    lazyClosure = {}
  }

  func method() { count += 1 }
}

final class View {
  var count = 0
}

enum ScreenFailure: Error { case failed }

/// A number that the compiler does not know.
@inline(never)
func runTimeNumber() -> Int { CommandLine.arguments.count }

extension Screen {
  func captureViewTextAndSelf() {
    let (view, text) = (view, "text \(runTimeNumber())")
    handler = {
      view.count = text.count
      self.count = text.count
    }
  }
  func captureByteAndOptional() {
    let (byte, screen): (Int8, Screen?) = (Int8(runTimeNumber()), self)
    handler = { screen?.count = Int(byte) }
  }
  func captureMetatypes() {
    let (metatype, number, screen) = (type(of: self), runTimeNumber(), self)
    let known = Padded<Screen>.self
    handler = { screen.count = metatype == Screen.self && known == known ? number : 0 }
  }

  func captureVariable() {
    var screen: Screen? = self
    var number = 0
    handler = {
      number += 1
      screen?.count = number
      if number > 3 { screen = nil }
    }
  }
  func storeRecursiveLocalFunction() {
    var number = 0
    func local() {
      number += 1
      if number < 3 { local() }
      count += 1
    }
    handler = local
  }

  func captureAny(_ value: Any) { handler = { use(value) } }
  func captureStruct() {
    let captured = ScreenAndNumber(number: runTimeNumber(), screen: self)
    handler = { use(captured) }
  }
  func captureResult() {
    let result: Result<Screen, any Error> = .success(self)
    handler = { use(result) }
  }
  func captureArray() {
    let screens = [self]
    handler = { use(screens) }
  }
  func captureOpaqueValue() {
    let value = opaqueValue()
    handler = { use(value) }
  }
  func captureStream() {
    let stream = AsyncStream(unfolding: { self.count })
    handler = { use(stream) }
  }
  private func opaqueValue() -> some Numbered {
    NumberedScreen(number: runTimeNumber(), screen: self)
  }

  func captureClosure() {
    let inner = { self.count += 1 }
    handler = {
      inner()
      inner()
    }
  }
  func captureClosureAndSelf() {
    let inner = { [view] in view.count += 1 }
    handler = {
      inner()
      self.count += 1
    }
  }
  func captureAutoclosure(_ number: @autoclosure @escaping () -> Int) {
    handler = { use(number()) }
  }
  func captureUnappliedMethod() {
    let unapplied = runTimeNumber() > 0 ? Screen.method : Screen.captureSelf
    handler = { unapplied(self)() }
  }
  func mapToClosures() {
    handlers = [self].map { screen in { screen.count += 1 } }
  }
}

/// Uses a value in a way that the compiler cannot see through.
@inline(never)
func use<Value>(_ value: Value) {}

struct ScreenAndNumber {
  var number: Int
  var screen: Screen
}

struct NumberedScreen: Numbered {
  var number: Int
  var screen: Screen
}

// MARK: Types without metadata

struct OnlyCaptured {
  var byte: Int8
  weak var weakScreen: Screen?
  var inner: OnlyCapturedInside
  var flag = true
}

struct OnlyCapturedInside {
  var number = 3
  unowned var unownedScreen: Screen
  var screen: Screen?
  var text = "text"
}

enum OnlyCapturedPayloads {
  case screen(Screen)
  case view(View)
  case number(Int)
  case nothing
}

struct OnlyCapturedPair {
  var screen: Screen
  var other: Screen?
}

enum OnlyCapturedStruct {
  case none
  case two(OnlyCapturedPair)
}

enum OnlyCapturedCase {
  case none
  case some(Screen)
  case other
}

extension Screen {
  func captureOnlyCaptured(keeping screen: Screen?) {
    let captured = OnlyCaptured(
      byte: Int8(runTimeNumber()), weakScreen: self,
      inner: OnlyCapturedInside(unownedScreen: self, screen: screen))
    let number = runTimeNumber()
    handler = {
      captured.inner.screen?.count = number + captured.inner.number
      captured.inner.unownedScreen.count += Int(captured.byte)
      captured.weakScreen?.count += captured.inner.text.count
      if captured.flag { use(captured.inner.text) }
    }
  }
  func captureOnePayload() {
    let captured = runTimeNumber() > 0 ? OnlyCapturedCase.some(self) : .other
    let number = runTimeNumber()
    handler = { if case .some(let screen) = captured { screen.count = number } }
  }
  func captureSeveralPayloads() {
    let captured = runTimeNumber() > 0 ? OnlyCapturedPayloads.screen(self) : .nothing
    let number = runTimeNumber()
    handler = { if case .screen(let screen) = captured { screen.count = number } }
  }
  func captureStructPayload() {
    let pair = OnlyCapturedPair(screen: self, other: nil)
    let captured = runTimeNumber() > 0 ? OnlyCapturedStruct.two(pair) : .none
    let number = runTimeNumber()
    handler = { if case .two(let pair) = captured { pair.screen.count = number } }
  }
}
