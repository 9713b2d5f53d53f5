import Testing

/// References in closures whose captures depend on generic parameters, which their contexts carry.
struct GenericClosureTests {
  @Test("kinds: generic closure", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] =
    functions + protocolExtensions + classes + superclasses + methods + reabstracted

  private static let basket = "Basket<Swift.AnyObject>"
  private static let actions = "Swift._DictionaryStorage<Swift.String, (Swift.AnyObject) -> ()>"

  @KindList private static var functions: [Kind] {
    Kind("T = class", in: Form.self, "Form -.handler()-> closure context -capture 0-> Form") {
      $0.capture($0)
    }
    Kind(
      "T = struct", in: Form.self, "Form -.handler()-> closure context -capture 0.content-> Form"
    ) { $0.capture(Padded(content: $0)) }
    Kind(
      "T = Int", in: Form.self, twin: "Form -.handler()-> closure context -capture 0-> Form"
    ) {
      $0.capture(3)
    } strong: {
      $0.capture($0)
    }
    Kind(
      "T, U = Int, class", in: Form.self, "Form -.handler()-> closure context -capture 1-> Form"
    ) { $0.capture(3, $0) }
    Kind(
      "T, U = big struct, small struct", in: Form.self,
      "Form -.handler()-> closure context -capture 1.form-> Form"
    ) { $0.capture(Padded(content: 1), FormHolder(form: $0)) }
    Kind(
      "T: Collection = array", in: Form.self,
      "Form -.handler()-> closure context -capture 0-> Form"
    ) { $0.captureFirst(of: [$0]) }
    Kind(
      "a variable of [T.Element]", in: Form.self,
      "Form -.handler()-> closure context -capture 2-> Form"
    ) { $0.collect([$0]) }
    Kind(
      "a variable of [Int] beside one of [T.Element]", in: Form.self,
      "Form -.handler()-> closure context -capture 2-> Form"
    ) { $0.collectNumbers(1) }
  }

  @KindList private static var protocolExtensions: [Kind] {
    Kind(
      "protocol extension, self", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.captureSelf() }
    Kind(
      "protocol extension, self and Item", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.captureSelf(and: $0) }
    Kind(
      "protocol extension, Item", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.capture(item: $0) }
    Kind(
      "protocol extension, [weak self]", in: Basket<AnyObject>.self,
      twin: "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) {
      $0.captureWeakSelf()
    } strong: {
      $0.captureSelf()
    }
    Kind(
      "protocol extension of Basket<String>", in: Basket<String>.self,
      "Basket<Swift.String> -.handler()-> closure context -capture 0-> Basket<Swift.String>"
    ) { $0.captureSelf(and: "text") }
  }

  @KindList private static var classes: [Kind] {
    Kind(
      "generic class, self", in: Basket<AnyObject>.self, "\(basket) -.handler()-> \(basket)"
    ) { $0.empty() }
    Kind(
      "generic class, self and T", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.put(View()) }
    Kind(
      "generic class, [weak self] and T = self", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1-> \(basket)"
    ) { $0.putWeakly($0) }
    Kind(
      "generic class, [weak self] and another T", in: Basket<AnyObject>.self,
      twin: "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) {
      $0.putWeakly(View())
    } strong: {
      $0.put(View())
    }
    Kind(
      "Basket<Int>, self and T", in: Basket<Int>.self,
      "Basket<Swift.Int> -.handler()-> closure context -capture 0-> Basket<Swift.Int>"
    ) { $0.put(3) }
  }

  @KindList private static var superclasses: [Kind] {
    Kind(
      "generic superclass, self and an object", in: ObservedNumber.self,
      "ObservedNumber -.handler()-> closure context -capture 0-> ObservedNumber"
    ) { $0.observe(by: Observer()) }
    Kind(
      "generic superclass, [T] and self", in: ObservedNumber.self,
      "ObservedNumber -.handler()-> closure context -capture 1-> ObservedNumber"
    ) { $0.observe([3]) }
    Kind(
      "generic superclass of a generic superclass, self and an object", in: ObservedObject.self,
      "ObservedObject -.handler()-> closure context -capture 0-> ObservedObject"
    ) { $0.observe(by: Observer()) }
    Kind(
      "generic superclass of a generic superclass, [T] and self", in: ObservedObject.self,
      "ObservedObject -.handler()-> closure context -capture 1-> ObservedObject"
    ) { $0.observe([View(), View()]) }
  }

  @KindList private static var methods: [Kind] {
    Kind(
      "generic method, T = self, U = [T]", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 0-> \(basket)"
    ) { $0.put($0, firstOf: [View(), View()]) }
    Kind(
      "generic method, T = Int, U = ContiguousArray", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1-> \(basket)"
    ) { $0.put(3, firstOf: ContiguousArray<AnyObject>([View()])) }
    Kind(
      "generic method, only T = struct of self", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1.content-> \(basket)"
    ) { $0.keep(Padded<AnyObject>(content: $0), 5) }
    Kind(
      "generic method, only T = closure", in: Basket<AnyObject>.self,
      "\(basket) -.handler()-> closure context -capture 1()-> \(basket)"
    ) { basket in basket.keep({ use(basket.items.count) }, 5) }
    Kind(
      "generic method, an object of T, and a function", in: Basket<AnyObject>.self,
      "\(basket) -.actions._variant.object.rawValue-> \(actions) -[value]()-> "
        + "closure context -capture 1()-> \(basket)"
    ) { basket in basket.pass(to: Basket<Int>()) { _ in basket.items.count } }
    Kind(
      "generic method, objects of T and of String and T, and a function",
      in: Basket<AnyObject>.self,
      "\(basket) -.actions._variant.object.rawValue-> \(actions) -[value]()-> "
        + "closure context -capture 2()-> \(basket)"
    ) { basket in basket.pass(to: Basket<Int>(), by: Pairing()) { _ in basket.items.count } }
    Kind(
      "generic method, only T = Int", in: Basket<AnyObject>.self,
      twin: "\(basket) -.handler()-> closure context -capture 1-> \(basket)"
    ) {
      $0.keep(5, 5)
    } strong: {
      $0.keep($0, 5)
    }
  }

  @KindList private static var reabstracted: [Kind] {
    Kind("a closure made by a generic property", in: Form.self, "Form -.handler()-> Form") {
      $0.storeMade()
    }
    Kind(
      "Optional.map's closure", in: Form.self,
      "Form -.handler()-> closure context -capture 0()-> Form"
    ) { $0.storeMapped() }
    Kind(
      "a function property of T", in: Basket<AnyObject>.self,
      "\(basket) -.transform()-> closure context -capture 0()-> \(basket)"
    ) { basket in
      basket.transform = { item in
        basket.value = item
        return item
      }
    }
    Kind(
      "a dictionary of functions of T", in: Basket<AnyObject>.self,
      "\(basket) -.actions._variant.object.rawValue-> "
        + "\(actions) -[value]()-> \(basket)"
    ) { basket in basket.actions["put"] = { item in basket.value = item } }
  }
}
