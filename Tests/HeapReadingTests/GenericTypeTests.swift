import Testing

/// References in generic classes, in types nested in them, and in what they inherit.
struct GenericTypeTests {
  private let owner = "GenericOwner<Swift.AnyObject>"

  private func expect(
    _ path: String?, sourceLocation: SourceLocation = #_sourceLocation,
    wire: (GenericOwner<AnyObject>) -> Void
  ) throws {
    try expectCycle(
      through: GenericOwner<AnyObject>.self, path, sourceLocation: sourceLocation, wire: wire)
  }

  @Test func genericEnumerations() throws {
    let storage = "Swift._ContiguousArrayStorage<Swift.AnyObject>"
    try expect("\(owner) -.either.left-> \(owner)") { $0.either = .left($0) }
    try expect("\(owner) -.either.right._buffer._storage-> \(storage) -[0]-> \(owner)") {
      $0.either = .right([$0])
    }
    try expect("\(owner) -.either.both.1._buffer._storage-> \(storage) -[0]-> \(owner)") {
      $0.either = .both(View(), [$0])
    }
    try expect("\(owner) -.result.success-> \(owner)") { $0.result = .success($0) }
    try expect(nil) { $0.either = .neither }
  }

  @Test func nestedTypes() throws {
    try expect("\(owner) -.nested.value-> \(owner)") {
      $0.nested = .init(byte: 1, value: $0, greeter: nil)
    }
    try expect("\(owner) -.nested.greeter-> \(owner)") {
      $0.nested = .init(byte: 1, value: View(), greeter: $0)
    }
    try expect("\(owner) -.tuple.1-> \(owner)") { $0.tuple = (1, $0, "text") }
    try expect(nil) { $0.tuple = (1, nil, "text") }
  }

  @Test func superclasses() throws {
    let derived = "Derived<Swift.AnyObject>"
    try expectCycle(through: Derived<AnyObject>.self, "\(derived) -.own-> \(derived)") {
      $0.own = $0
    }
    try expectCycle(
      through: Derived<AnyObject>.self,
      "\(derived) -.middle._buffer._storage-> Swift._ContiguousArrayStorage<Swift.AnyObject> "
        + "-[0]-> \(derived)"
    ) { $0.middle = [$0] }
    try expectCycle(through: Derived<AnyObject>.self, "\(derived) -.function()-> \(derived)") {
      derived in derived.function = { derived.middle }
    }
    try expectCycle(through: Derived<AnyObject>.self, "\(derived) -.root-> \(derived)") {
      $0.root = $0
    }
    try expectCycle(
      through: Derived<AnyObject>.self, "\(derived) -.hidden-> Concealed -.object-> \(derived)"
    ) { $0.hide($0) }
    try expectCycle(through: Derived<AnyObject>.self, nil) { _ in }
  }
}

// MARK: - Fixtures

protocol Greeter {}

enum Either<Left, Right> {
  case left(Left)
  case right(Right)
  case both(Left, Right)
  case neither
}

final class GenericOwner<Value>: Fixture, Greeter {
  struct Nested {
    var byte: Int8
    var value: Value
    var greeter: (any Greeter)?
  }

  var either: Either<Value, [Value]>?
  var result: Result<Value, any Error>?
  var nested: Nested?
  var tuple: (Int8, Value?, String)?

  func sever() { (either, result, nested, tuple) = (nil, nil, nil, nil) }
}

class GenericRoot {
  var root: AnyObject?
  private var hidden: Concealed?
  required init() {}
  func hide(_ object: AnyObject?) { hidden = object.map(Concealed.init) }
}

private final class Concealed {
  let object: AnyObject
  init(object: AnyObject) { self.object = object }
}

class Middle<Value>: GenericRoot {
  var middle: Value?
  var function: (() -> Value?)?
}

final class Derived<Value>: Middle<[Value]>, Fixture {
  var own: Value?
  func sever() {
    (root, middle, function, own) = (nil, nil, nil, nil)
    hide(nil)
  }
}
