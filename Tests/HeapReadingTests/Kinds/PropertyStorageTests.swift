import Testing

/// References in the storage that the compiler, or a wrapper, adds behind a property.
struct PropertyStorageTests {
  @Test("kinds: property storage", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = lazyProperties + wrappers + built

  @KindList private static var lazyProperties: [Kind] {
    Kind("a lazy value", in: Cabinet.self, twin: "Cabinet -.lazyItself-> Cabinet") {
      use($0.lazyView.count)
    } strong: {
      use($0.lazyView.count)
      use($0.lazyItself)
    }
    Kind("a lazy value of itself", in: Cabinet.self, "Cabinet -.lazyItself-> Cabinet") {
      use($0.lazyItself)
    }
    // The closure that makes the value is not kept.
    Kind("a lazy closure, unused", in: Cabinet.self, twin: "Cabinet -.lazyClosure()-> Cabinet") {
      _ in
    } strong: {
      $0.lazyClosure()
    }
    Kind("a lazy closure", in: Cabinet.self, "Cabinet -.lazyClosure()-> Cabinet") {
      $0.lazyClosure()
    }
    Kind("a lazy closure, [weak self]", in: Cabinet.self, twin: "Cabinet -.lazyClosure()-> Cabinet")
    {
      $0.lazyWeakClosure()
    } strong: {
      $0.lazyWeakClosure()
      $0.lazyClosure()
    }
  }

  @KindList private static var wrappers: [Kind] {
    Kind(
      "a property wrapper's value", in: Cabinet.self, "Cabinet -._wrapped.wrappedValue-> Cabinet"
    ) { $0.wrapped = $0 }
    Kind(
      "a property wrapper's closure", in: Cabinet.self, "Cabinet -._wrapped.onChange()-> Cabinet"
    ) { cabinet in cabinet.$wrapped = { cabinet.count += 1 } }
    Kind(
      "a property wrapper that is a class", in: Cabinet.self,
      "Cabinet -._shared-> SharedWrapper<Swift.Optional<Cabinet>> -.wrappedValue-> Cabinet"
    ) { $0.shared = $0 }
    Kind(
      "property wrappers, weak", in: Cabinet.self, twin: "Cabinet -._wrapped.onChange()-> Cabinet"
    ) { cabinet in
      cabinet.weak = cabinet
      cabinet.$wrapped = { [weak cabinet] in cabinet?.count += 1 }
    } strong: { cabinet in
      cabinet.weak = cabinet
      cabinet.$wrapped = { [cabinet] in cabinet.count += 1 }
    }
  }

  @KindList private static var built: [Kind] {
    Kind(
      "a result builder's value", in: Cabinet.self,
      "Cabinet -.drawers.second.left.cabinet-> Cabinet"
    ) { $0.build(keeping: $0) }
    Kind(
      "a result builder's value of nothing", in: Cabinet.self,
      twin: "Cabinet -.drawers.second.left.cabinet-> Cabinet"
    ) {
      $0.build(keeping: nil)
    } strong: {
      $0.build(keeping: $0)
    }
  }
}
