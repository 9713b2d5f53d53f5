import Testing

/// References in closures whose captures depend on generic parameters, which their contexts carry.
struct GenericClosureTests {
  @Test func genericFunctions() throws {
    try expectCycle(
      through: Form.self, "Form -.handler()-> closure context -capture 0-> Form"
    ) { $0.capture($0) }
    try expectCycle(
      through: Form.self, "Form -.handler()-> closure context -capture 0.content-> Form"
    ) { $0.capture(Padded(content: $0)) }
    try expectCycle(
      through: Form.self, "Form -.handler()-> closure context -capture 1-> Form"
    ) { $0.capture(3, $0) }
    try expectCycle(
      through: Form.self, "Form -.handler()-> closure context -capture 1.form-> Form"
    ) { $0.capture(Padded(content: 1), FormHolder(form: $0)) }
    try expectCycle(
      through: Form.self, "Form -.handler()-> closure context -capture 0-> Form"
    ) { $0.captureFirst(of: [$0]) }
    try expectCycle(through: Form.self, nil) { $0.capture(3) }
  }

  @Test func protocolExtensions() throws {
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.captureSelf() }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.captureSelf(and: $0) }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.capture(item: $0) }
    try expectCycle(through: Basket<AnyObject>.self, nil) { $0.captureWeakSelf() }
    try expectCycle(
      through: Basket<String>.self,
      "Basket<Swift.String> -.handler()-> closure context -capture 0-> Basket<Swift.String>"
    ) { $0.captureSelf(and: "text") }
  }

  @Test func genericClasses() throws {
    try expectCycle(through: Basket<AnyObject>.self, "\(basket) -.handler()-> \(basket)") {
      $0.empty()
    }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.put(View()) }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1-> \(basket)"
    ) { $0.putWeakly($0) }
    try expectCycle(through: Basket<AnyObject>.self, nil) { $0.putWeakly(View()) }
    try expectCycle(
      through: Basket<Int>.self,
      "Basket<Swift.Int> -.handler()-> closure context -capture 0-> Basket<Swift.Int>"
    ) { $0.put(3) }
  }

  @Test func genericMethods() throws {
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.put($0, firstOf: [View(), View()]) }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1-> \(basket)"
    ) { $0.put(3, firstOf: ContiguousArray<AnyObject>([View()])) }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1.content-> \(basket)"
    ) { $0.keep(Padded<AnyObject>(content: $0), 5) }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1()-> \(basket)"
    ) { basket in basket.keep({ use(basket.items.count) }, 5) }
    try expectCycle(through: Basket<AnyObject>.self, nil) { $0.keep(5, 5) }
  }

  @Test func reabstractedFunctions() throws {
    try expectCycle(through: Form.self, "Form -.handler()-> Form") { $0.storeMade() }
    try expectCycle(
      through: Form.self, "Form -.handler()-> closure context -capture 0()-> Form"
    ) { $0.storeMapped() }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.transform()-> closure context -capture 0()-> \(basket)"
    ) { basket in
      basket.transform = { item in
        basket.value = item
        return item
      }
    }
    try expectCycle(
      through: Basket<AnyObject>.self,
      "\(basket) -.actions._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, (Swift.AnyObject) -> ()> -[value]()-> \(basket)"
    ) { basket in basket.actions["put"] = { item in basket.value = item } }
  }

  private let basket = "Basket<Swift.AnyObject>"
}

// MARK: - Fixtures

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

  @_optimize(none)
  func keep<Value>(_ value: Value, _ number: Int16) {
    handler = {
      use(number)
      use(value)
    }
  }
}
