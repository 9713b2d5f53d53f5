import Testing

/// References in the payloads of enumerations, in each of the layouts that the compiler chooses from.
struct EnumTests {
  @Test("kinds: enumeration", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] =
    spareBits + tagged + withoutSpareBits + many + onePayload + others

  /// Several payloads, told apart by the bits that none of them uses.
  @KindList private static var spareBits: [Kind] {
    Kind("spare bits .owner", in: EnumOwner.self, "EnumOwner -.spare.owner-> EnumOwner") {
      $0.spare = .owner($0)
    }
    Kind("spare bits .pair", in: EnumOwner.self, "EnumOwner -.spare.pair.b-> EnumOwner") {
      $0.spare = .pair(a: Bystander(), b: $0)
    }
    Kind("spare bits .function", in: EnumOwner.self, "EnumOwner -.spare.function()-> EnumOwner") {
      owner in owner.spare = .function { owner.count += 1 }
    }
    Kind("spare bits .nothing", in: EnumOwner.self, twin: "EnumOwner -.spare.owner-> EnumOwner") {
      $0.spare = .nothing
    } strong: {
      $0.spare = .owner($0)
    }
    Kind("spare bits .number", in: EnumOwner.self, twin: "EnumOwner -.spare.owner-> EnumOwner") {
      $0.spare = .number(7)
    } strong: {
      $0.spare = .owner($0)
    }
    Kind("spare bits .other", in: EnumOwner.self, twin: "EnumOwner -.spare.owner-> EnumOwner") {
      $0.spare = .other(Bystander())
    } strong: {
      $0.spare = .owner($0)
    }
  }

  /// Several payloads that use all of their bits, told apart by a tag behind them.
  @KindList private static var tagged: [Kind] {
    Kind("tagged .owner", in: EnumOwner.self, "EnumOwner -.tagged.owner-> EnumOwner") {
      $0.tagged = .owner($0)
    }
    Kind("tagged .any", in: EnumOwner.self, "EnumOwner -.tagged.any-> EnumOwner") {
      $0.tagged = .any($0)
    }
    Kind("tagged .sized", in: EnumOwner.self, "EnumOwner -.tagged.sized.0-> EnumOwner") {
      $0.tagged = .sized($0, .max)
    }
    Kind(
      "tagged .array", in: EnumOwner.self,
      "EnumOwner -.tagged.array._buffer._storage-> Swift._ContiguousArrayStorage<Any> "
        + "-[0]-> EnumOwner"
    ) { $0.tagged = .array([$0]) }
    Kind("tagged .number", in: EnumOwner.self, twin: "EnumOwner -.tagged.owner-> EnumOwner") {
      $0.tagged = .number(5)
    } strong: {
      $0.tagged = .owner($0)
    }
    Kind("tagged .bits", in: EnumOwner.self, twin: "EnumOwner -.tagged.owner-> EnumOwner") {
      $0.tagged = .bits(.max)
    } strong: {
      $0.tagged = .owner($0)
    }
    Kind("tagged .double", in: EnumOwner.self, twin: "EnumOwner -.tagged.any-> EnumOwner") {
      $0.tagged = .double(1)
    } strong: {
      $0.tagged = .any($0)
    }
    Kind("tagged .text", in: EnumOwner.self, twin: "EnumOwner -.tagged.sized.0-> EnumOwner") {
      $0.tagged = .text(String(repeating: "long ", count: 20))
    } strong: {
      $0.tagged = .sized($0, 0)
    }
  }

  @KindList private static var withoutSpareBits: [Kind] {
    Kind("no spare bits .owner", in: EnumOwner.self, "EnumOwner -.wide.owner.0-> EnumOwner") {
      $0.wide = .owner($0, .max)
    }
    // The bits of a reference that is there, in a case that has none.
    Kind("no spare bits .first", in: EnumOwner.self, twin: "EnumOwner -.wide.owner.0-> EnumOwner") {
      $0.wide = .first(UInt64(UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())))
    } strong: {
      $0.wide = .owner($0, 0)
    }
    Kind(
      "no spare bits .second, all ones", in: EnumOwner.self,
      twin: "EnumOwner -.wide.owner.0-> EnumOwner"
    ) {
      $0.wide = .second(.max)
    } strong: {
      $0.wide = .owner($0, .max)
    }
  }

  @KindList private static var many: [Kind] {
    Kind("big .two", in: EnumOwner.self, "EnumOwner -.many.two.1-> EnumOwner") {
      $0.many = .two(EnumOwner(), $0, 1)
    }
    Kind("big .labelled", in: EnumOwner.self, "EnumOwner -.many.labelled.1-> EnumOwner") {
      $0.many = .labelled("text", $0)
    }
    Kind("big .function", in: EnumOwner.self, "EnumOwner -.many.function()-> EnumOwner") { owner in
      owner.many = .function { owner.count = 1 }
    }
    Kind(
      "big .array", in: EnumOwner.self,
      "EnumOwner -.many.array._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> EnumOwner"
    ) { $0.many = .array([$0]) }
    Kind("big .any", in: EnumOwner.self, "EnumOwner -.many.any-> EnumOwner") { $0.many = .any($0) }
    Kind(
      "big .error", in: EnumOwner.self,
      "EnumOwner -.many.error-> error box -content-> EnumFailure -.owner-> EnumOwner"
    ) { $0.many = .error(EnumFailure(owner: $0)) }
    Kind("big .byte", in: EnumOwner.self, twin: "EnumOwner -.many.two.0-> EnumOwner") {
      $0.many = .byte(1)
    } strong: {
      $0.many = .two($0, EnumOwner(), 1)
    }
    Kind("big .nothing", in: EnumOwner.self, twin: "EnumOwner -.many.any-> EnumOwner") {
      $0.many = .nothing
    } strong: {
      $0.many = .any($0)
    }
  }

  @KindList private static var onePayload: [Kind] {
    Kind("one payload .some", in: EnumOwner.self, "EnumOwner -.single.some.b-> EnumOwner") {
      $0.single = .some(a: 1, b: $0, c: "text")
    }
    Kind("one payload .nothing", in: EnumOwner.self, twin: "EnumOwner -.single.some.b-> EnumOwner")
    {
      $0.single = .nothing
    } strong: {
      $0.single = .some(a: 1, b: $0, c: "")
    }
    Kind("one payload .more", in: EnumOwner.self, twin: "EnumOwner -.single.some.b-> EnumOwner") {
      $0.single = .more
    } strong: {
      $0.single = .some(a: 1, b: $0, c: "")
    }
    Kind("optional payload .once", in: EnumOwner.self, "EnumOwner -.optionals.once-> EnumOwner") {
      $0.optionals = .once($0)
    }
    Kind("optional payload .twice", in: EnumOwner.self, "EnumOwner -.optionals.twice-> EnumOwner") {
      $0.optionals = .twice($0)
    }
    Kind(
      "optional payload .once(nil)", in: EnumOwner.self,
      twin: "EnumOwner -.optionals.once-> EnumOwner"
    ) {
      $0.optionals = .once(nil)
    } strong: {
      $0.optionals = .once($0)
    }
    Kind(
      "optional payload .twice(.some(nil))", in: EnumOwner.self,
      twin: "EnumOwner -.optionals.twice-> EnumOwner"
    ) {
      $0.optionals = .twice(.some(nil))
    } strong: {
      $0.optionals = .twice(.some($0))
    }
    Kind(
      "optional payload .nothing", in: EnumOwner.self,
      twin: "EnumOwner -.optionals.once-> EnumOwner"
    ) {
      $0.optionals = .nothing
    } strong: {
      $0.optionals = .once($0)
    }
  }

  @KindList private static var others: [Kind] {
    Kind("weak holder .strong", in: EnumOwner.self, "EnumOwner -.strengths.strong-> EnumOwner") {
      $0.strengths = .strong($0)
    }
    Kind(
      "weak holder .weak", in: EnumOwner.self, twin: "EnumOwner -.strengths.strong-> EnumOwner"
    ) {
      $0.strengths = .weak(WeakPayload(weak: $0, unsafe: $0))
    } strong: {
      $0.strengths = .strong($0)
    }
    Kind("Result.success", in: EnumOwner.self, "EnumOwner -.result.success-> EnumOwner") {
      $0.result = .success($0)
    }
    Kind(
      "Result.failure of a class", in: EnumOwner.self,
      "EnumOwner -.result.failure-> error box -content-> EnumFailure -.owner-> EnumOwner"
    ) { $0.result = .failure(EnumFailure(owner: $0)) }
    Kind(
      "Result.failure of a struct", in: EnumOwner.self,
      "EnumOwner -.result.failure-> error box -content.owner-> EnumOwner"
    ) { $0.result = .failure(EnumFailureValue(owner: $0)) }
    Kind(
      "Result.failure of nothing", in: EnumOwner.self,
      twin: "EnumOwner -.result.success-> EnumOwner"
    ) {
      $0.result = .failure(EnumFailureValue(owner: nil))
    } strong: {
      $0.result = .success($0)
    }
    Kind(
      "an indirect enumeration", in: EnumOwner.self,
      "EnumOwner -.tree.node-> box -content.0.node-> box -content.1-> EnumOwner"
    ) { $0.tree = .node(.node(.leaf, $0), nil) }
    Kind(
      "a deep indirect enumeration", in: EnumOwner.self,
      "EnumOwner -.chain.one-> box -content.one-> box -content.two-> box -content.a-> EnumOwner"
    ) { $0.chain = .one(.one(.two(a: $0, b: .end))) }
    // The runtime cannot build the type of the tuple in the box.
    Kind(
      "an indirect enumeration of a function", in: EnumOwner.self,
      "EnumOwner -.chain.call-> box -content.action()-> EnumOwner"
    ) { owner in owner.chain = .call(action: { owner.count += 1 }, times: 3) }
    Kind(
      "an indirect enumeration of an optional function", in: EnumOwner.self,
      "EnumOwner -.chain.perhaps-> box -content.0()-> EnumOwner"
    ) { owner in owner.chain = .perhaps({ owner.count += 1 }, nil) }
    Kind(
      "an indirect enumeration of values and a function", in: EnumOwner.self,
      "EnumOwner -.chain.later-> box -content.then()-> EnumOwner"
    ) { owner in owner.chain = .later(1, text: "one", then: { owner.count += 1 }) }
    Kind(
      "an indirect enumeration of a function and a generic type", in: EnumOwner.self,
      "EnumOwner -.chain.never-> box -content.0()-> EnumOwner"
    ) { owner in
      nonisolated(unsafe) let owner = owner
      owner.chain = .never({ owner.count += 1 }, of: 1, [])
    }
    Kind(
      "an indirect enumeration of an object and a function with parameters", in: EnumOwner.self,
      "EnumOwner -.chain.loads-> box -content.onDone()-> EnumOwner"
    ) { owner in
      owner.chain = .loads(task: Bystander(), onDone: { _, _ in owner.count += 1 })
    }
    Kind(
      "an indirect enumeration of functions without labels", in: EnumOwner.self,
      "EnumOwner -.chain.both-> box -content.1()-> EnumOwner"
    ) { owner in
      owner.chain = .both({ _ in }, { number, _ in owner.count == number }, tag: [:])
    }
    Kind(
      "an indirect enumeration of functions with like parameters", in: EnumOwner.self,
      "EnumOwner -.chain.pairs-> box -content.1()-> EnumOwner"
    ) { owner in
      owner.chain = .pairs(
        { $0 + $1 }, { one, _ in owner.count == 1 ? one : nil }, last: 1)
    }
    Kind(
      "an indirect enumeration of nothing", in: EnumOwner.self,
      twin: "EnumOwner -.tree.node-> box -content.1-> EnumOwner"
    ) {
      $0.tree = .node(.node(.leaf, nil), nil)
    } strong: {
      $0.tree = .node(.node(.leaf, nil), $0)
    }
  }
}
