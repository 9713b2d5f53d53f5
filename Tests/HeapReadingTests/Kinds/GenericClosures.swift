// The optimizer would specialize these functions, and their closures would no longer be generic.

final class Form: Fixture {
  var count = 0
  var handler: (() -> Void)?
  func sever() { handler = nil }
}

struct FormHolder {
  var form: Form
}

struct Maker<Input> {
  var make: (Input) -> () -> Void
}

extension Form {
  @_optimize(none) func capture<Value>(_ value: Value) { handler = { use(value) } }
  @_optimize(none) func capture<First, Second>(_ first: First, _ second: Second) {
    handler = {
      use(first)
      use(second)
    }
  }
  @_optimize(none) func captureFirst<Values: Collection>(of values: Values)
  where Values.Element: AnyObject {
    let first = values.first
    handler = {
      use(first)
      use(values)
    }
  }
  @_optimize(none) func collect<Values: Sequence>(_ values: Values) {
    var list: [Values.Element] = []
    handler = {
      list += values
      self.count += list.count
    }
  }
  // Its variable's box has the metadata that the compiler made for the one above.
  @_optimize(none) func collectNumbers(_ number: Int) {
    var list: [Int] = []
    handler = {
      list.append(number)
      self.count += list.count
    }
  }
  func storeMade() {
    let maker = Maker<Form>(make: { form in { form.count += 1 } })
    handler = maker.make(self)
  }
  func storeMapped() {
    handler = Optional(self).map { form in { form.count += 1 } }
  }
}

protocol Container: AnyObject {
  associatedtype Item
  var handler: (() -> Void)? { get set }
  var items: [Item] { get set }
}

extension Container {
  @_optimize(none) func captureSelf() { handler = { self.items.removeAll() } }
  @_optimize(none) func captureSelf(and item: Item) { handler = { self.items.append(item) } }
  @_optimize(none) func captureWeakSelf() { handler = { [weak self] in self?.items.removeAll() } }
  @_optimize(none) func capture(item: Item) { handler = { use(item) } }
}

final class Basket<Item>: Container, Fixture {
  var handler: (() -> Void)?
  var items: [Item] = []
  var value: Item?
  var transform: ((Item) -> Item)?
  var actions: [String: (Item) -> Void] = [:]

  func sever() {
    (handler, items, value, transform, actions) = (nil, [], nil, nil, [:])
  }

  func empty() { handler = { self.items = [] } }
  func put(_ item: Item) { handler = { self.value = item } }
  func putWeakly(_ item: Item) { handler = { [weak self] in self?.value = item } }

  @_optimize(none)
  func put<Value, Items: Collection>(_ value: Value, firstOf items: Items)
  where Items.Element == Item {
    handler = {
      use(value)
      self.value = items.first
    }
  }

  /// A closure with a parameter of its own that captures a generic object before a function.
  @_optimize(none)
  func pass<Value>(to other: Basket<Value>, _ transform: @escaping (Item) -> Value) {
    actions["pass"] = { other.value = transform($0) }
  }

  /// The same with two objects that have a parameter at different places.
  @_optimize(none)
  func pass<Value>(
    to other: Basket<Value>, by way: Pairing<String, Value>,
    _ transform: @escaping (Item) -> Value
  ) {
    actions["pass"] = {
      way.count += 1
      other.value = transform($0)
    }
  }

  @_optimize(none)
  func keep<Value>(_ value: Value, _ number: Int16) {
    handler = {
      use(number)
      use(value)
    }
  }
}

/// A class with two generic parameters.
final class Pairing<First, Second> {
  var count = 0
}

/// A class whose closures are also those of instances of classes that are derived from it.
class Observed<State> {
  var handler: (() -> Void)?
  var state: State?
  var count = 0

  @_optimize(none) func observe(by other: Observer) {
    handler = {
      self.count += 1
      use(self.state)
      other.count += 1
    }
  }

  /// What is captured first is of a type with the argument.
  @_optimize(none) func observe(_ states: [State]) {
    handler = {
      use(states)
      self.count += 1
    }
  }
}

final class Observer {
  var count = 0
}

final class ObservedNumber: Observed<Int>, Fixture {
  /// Where a generic class has its arguments, its metadata has where this is.
  var note = 0

  required override init() {}
  func sever() { handler = nil }
}

/// The argument of the class that it is derived from is not the first of its own.
class ObservedResult<Input, Output>: Observed<Output> {
  var input: Input?
}

final class ObservedObject: ObservedResult<String, AnyObject>, Fixture {
  var note = 0

  required override init() {}
  func sever() { (handler, state) = (nil, nil) }
}
