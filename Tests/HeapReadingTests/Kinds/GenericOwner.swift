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
