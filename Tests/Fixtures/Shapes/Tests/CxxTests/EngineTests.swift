import Engine
import LeakTesting
import Testing

/// An object that has one of C++.
private final class Car {
  let engine = Engine(std.string("V8"))
  var onStart: (() -> Void)?
}

struct EngineTests {
  @Test(.leakFree) func objectOfCxx() {
    let car = Car()
    car.onStart = { _ = car.engine }
  }
}
