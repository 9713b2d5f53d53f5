/// An object for tests that hang something on it which leads back to it.
final class Keeper: Fixture, @unchecked Sendable {
  var count = 0
  var value: Any?
  var handler: (() -> Void)?

  func sever() { (value, handler) = (nil, nil) }
}
