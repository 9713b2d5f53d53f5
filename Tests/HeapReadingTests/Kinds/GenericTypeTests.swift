import Testing

/// References in generic classes, in types nested in them, and in what they inherit.
struct GenericTypeTests {
  @Test("kinds: generic type", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = enumerations + nested + superclasses

  private static let owner = "GenericOwner<Swift.AnyObject>"
  private static let derived = "Derived<Swift.AnyObject>"
  private static let storage = "Swift._ContiguousArrayStorage<Swift.AnyObject>"

  @KindList private static var enumerations: [Kind] {
    Kind("Either.left", in: GenericOwner<AnyObject>.self, "\(owner) -.either.left-> \(owner)") {
      $0.either = .left($0)
    }
    Kind(
      "Either.right", in: GenericOwner<AnyObject>.self,
      "\(owner) -.either.right._buffer._storage-> \(storage) -[0]-> \(owner)"
    ) { $0.either = .right([$0]) }
    Kind(
      "Either.both", in: GenericOwner<AnyObject>.self,
      "\(owner) -.either.both.1._buffer._storage-> \(storage) -[0]-> \(owner)"
    ) { $0.either = .both(View(), [$0]) }
    Kind(
      "Either.neither", in: GenericOwner<AnyObject>.self,
      twin: "\(owner) -.either.both.0-> \(owner)"
    ) {
      $0.either = .neither
    } strong: {
      $0.either = .both($0, [])
    }
    Kind("Result<T>", in: GenericOwner<AnyObject>.self, "\(owner) -.result.success-> \(owner)") {
      $0.result = .success($0)
    }
  }

  @KindList private static var nested: [Kind] {
    Kind(
      "a nested struct's T", in: GenericOwner<AnyObject>.self, "\(owner) -.nested.value-> \(owner)"
    ) { $0.nested = .init(byte: 1, value: $0, greeter: nil) }
    Kind(
      "a nested struct's existential", in: GenericOwner<AnyObject>.self,
      "\(owner) -.nested.greeter-> \(owner)"
    ) { $0.nested = .init(byte: 1, value: View(), greeter: $0) }
    Kind(
      "an optional tuple with T", in: GenericOwner<AnyObject>.self, "\(owner) -.tuple.1-> \(owner)"
    ) { $0.tuple = (1, $0, "text") }
    Kind(
      "a tuple without T", in: GenericOwner<AnyObject>.self, twin: "\(owner) -.tuple.1-> \(owner)"
    ) {
      $0.tuple = (1, nil, "text")
    } strong: {
      $0.tuple = (1, $0, "text")
    }
  }

  @KindList private static var superclasses: [Kind] {
    Kind("a subclass's own field", in: Derived<AnyObject>.self, "\(derived) -.own-> \(derived)") {
      $0.own = $0
    }
    Kind(
      "a superclass's [T]", in: Derived<AnyObject>.self,
      "\(derived) -.middle._buffer._storage-> \(storage) -[0]-> \(derived)"
    ) { $0.middle = [$0] }
    Kind(
      "a superclass's closure", in: Derived<AnyObject>.self, "\(derived) -.function()-> \(derived)"
    ) { derived in derived.function = { derived.middle } }
    Kind("the root's field", in: Derived<AnyObject>.self, "\(derived) -.root-> \(derived)") {
      $0.root = $0
    }
    Kind(
      "the root's private type", in: Derived<AnyObject>.self,
      "\(derived) -.hidden-> Concealed -.object-> \(derived)"
    ) { $0.hide($0) }
    Kind("all empty", in: Derived<AnyObject>.self, twin: "\(derived) -.own-> \(derived)") { _ in
    } strong: {
      $0.own = $0
    }
  }
}
