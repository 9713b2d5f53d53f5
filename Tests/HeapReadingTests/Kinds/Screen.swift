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
