import LeakHeapReading
import LeakSymbolication
import TestOrder
import Testing

/// Demangled symbols of every shape, also those that only an optimised build has.
@Suite(.afterOthers) struct DemangledNameTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var demangled: String
    var name: FunctionName

    var testDescription: String { demangled }

    init(
      _ demangled: String, _ kind: FunctionName.Kind, _ text: String,
      in enclosingType: String? = nil, inExtension: Bool = false, of firstArgument: String? = nil
    ) {
      self.demangled = demangled
      name = FunctionName(
        kind: kind, text: text, enclosingType: enclosingType, isInExtension: inExtension,
        firstGenericArgument: firstArgument)
    }
  }

  @Test(arguments: wrappers + declarations + thunks + unknown)
  func nameIsTakenApart(_ example: Example) {
    var name = FunctionName(demangled: example.demangled)
    name.signature = nil
    name.module = nil
    name.functionType = nil
    name.discriminator = nil
    name.isInStatic = false
    name.isMerged = false
    #expect(name.isResumption == example.demangled.contains(" resume partial function for "))
    name.isResumption = false
    name.receiver = nil
    #expect(name == example.name)
  }

  /// What a method is taken from that is used as a function value.
  @Test(arguments: [
    ("(Shop.Cart) -> () -> () in Shop.Owner.start() -> ()", "Cart"),
    ("(Shop.Cart.Line) -> () -> () in static Shop.Owner.make() -> ()", "Cart.Line"),
    ("(A) -> () -> () in Shop.Owner.start<A>(A) -> ()", nil),
  ])
  func theReceiverIsTold(closure: String, receiver: String?) {
    for wrapper in ["", "partial apply forwarder for "] {
      let name = FunctionName(
        demangled: wrapper + "implicit closure #2 () -> () in implicit closure #1 " + closure)
      #expect(name.kind == .methodReference)
      #expect(name.receiver == receiver)
    }
  }

  @Test(arguments: [
    ("closure #1 () -> () in static Shop.Cart.make() -> ()", true),
    ("bump #1 () -> () in static Shop.Cart.make() -> ()", true),
    ("closure #1 () -> () in Shop.Cart.start() -> ()", false),
    (
      "closure #1 () -> () in Shop.Local.start() -> () in Local #1 in static Shop.Cart.make() -> ()",
      false
    ),
  ])
  func whatIsWrittenInATypesMemberHasNoInstance(demangled: String, isInStatic: Bool) {
    #expect(FunctionName(demangled: demangled).isInStatic == isInStatic)
  }

  @Test(arguments: [
    ("closure #1 () -> () in Shop.Cart.start(at: Swift.Int) -> ()", "Shop", "(Swift.Int) -> ()"),
    (
      "closure #1 () -> () in step #1 (Swift.Int) -> () in Shop.start() -> ()", "Shop",
      "(Swift.Int) -> () in () -> ()"
    ),
    ("closure #1 () -> () in (extension in Shop):Swift.Array.pay() -> ()", "Shop", "() -> ()"),
    (
      "generic specialization <Swift.Int> of closure #1 () -> () in Shop.start<A>(A) -> ()", "Shop",
      "(A) -> ()"
    ),
    (
      "closure #1 () -> () in Shop.Cart.(in _E35).init(items: Swift.Int) -> Shop.Cart", "Shop",
      "(Swift.Int) -> Shop.Cart"
    ),
    ("closure #2 () -> () in Shop", "Shop", nil),
    ("closure #1 () -> () in Shop.Cart.total.getter : Swift.Int", "Shop", nil),
    ("reabstraction thunk helper from @escaping () -> ()", nil, nil),
  ])
  func moduleAndTypesAreTold(_ demangled: String, module: String?, types: String?) {
    let name = FunctionName(demangled: demangled)
    #expect(name.module == module)
    #expect(name.functionType == types)
  }

  @Test(arguments: [
    ("closure #1 () -> () in Shop.(Cart in _E35).start() -> ()", "_E35"),
    ("closure #1 () -> () in Shop.Cart.(start in _E35)() -> ()", "_E35"),
    ("closure #1 () -> () in Shop.Cart.(in _E35).init(items: Swift.Int) -> Shop.Cart", "_E35"),
    ("closure #1 () -> () in step #2 () -> () in Shop.start() -> ()", "#2"),
    ("closure #1 () -> () in step #1 () -> () in Shop.start() -> ()", nil),
    ("closure #1 () -> () in Shop.Cart.start() -> ()", nil),
  ])
  func privateAndLocalFunctionsAreToldApart(_ demangled: String, discriminator: String?) {
    #expect(FunctionName(demangled: demangled).discriminator == discriminator)
  }

  @Test func namesThatMacrosMakeAreKnown() {
    let names = [
      "static Shop.Suite.$s4Shop5SuiteV4testyyF4TestfMp_7__localfMu0_() async throws -> ()",
      "closure #1 () -> () in static Shop.Suite.$s4Shop5SuiteV4testyyF4TestfMp_7__localfMu_() async throws -> ()",
      "Shop.Suite.test() -> ()", "Shop.Suite.$s() -> ()",
    ]
    #expect(
      names.map { FunctionName(demangled: $0).isWrittenByMacro } == [true, true, false, false])
  }

  static let signatures: [(name: String, signature: FunctionName.Signature?)] = [
    ("closure #1 () -> () in Shop.Cart.start() -> Swift.Int", .init(result: .nothing)),
    (
      "partial apply forwarder for closure #1 () -> () in Shop.Cart.a() -> ()",
      .init(result: .nothing)
    ),
    (
      "closure #1 (Swift.Int) -> Swift.Int in Shop.Cart.start() -> ()",
      .init(result: .value, resultType: "Swift.Int")
    ),
    ("closure #1 () -> Swift.Int? in Shop.Cart.start() -> ()", .init(result: .optional)),
    ("closure #1 () -> () -> () in Shop.Cart.start() -> ()", .init(result: .value)),
    ("closure #1 () -> (Swift.Int) -> Swift.Int? in Shop.Cart.a() -> ()", .init(result: .value)),
    ("closure #1 (() -> Swift.Int) -> () in Shop.Cart.start() -> ()", .init(result: .nothing)),
    (
      "closure #1 @Sendable () async throws -> () in Shop.Cart.start() -> ()",
      .init(result: .nothing, isAsync: true, canThrow: true, isSendable: true)
    ),
    (
      "implicit closure #1 (@Sendable () -> ()) -> () in Shop.Cart.start() -> ()",
      .init(result: .nothing)
    ),
    (
      "closure #1 (Swift.Int) throws(Shop.Failure) -> () in Shop.Cart.start() -> ()",
      .init(result: .nothing, canThrow: true)
    ),
    ("Shop.Cart.pay() async -> ()", .init(result: .nothing, isAsync: true)),
    ("curry thunk of Shop.Cart.pay(_: () async -> ()) -> ()", .init(result: .nothing)),
    (
      "curry thunk of Shop.(Cart in _E3).add<A where A: P>(A, to: inout [A], at: Swift.Int...) throws(Shop.Failure) -> ()",
      .init(
        result: .nothing, canThrow: true, inoutParameters: [1], takesWhatItIsGiven: false)
    ),
    (
      "closure #1 (inout Swift.Int, (inout Swift.Int) -> ()) async -> () in Shop.Cart.a(b: Swift.Int...) -> ()",
      .init(result: .nothing, isAsync: true, inoutParameters: [0])
    ),
    (
      "Shop.Cart.pay(@autoclosure () -> Swift.Int) -> ()",
      .init(result: .nothing, takesWhatItIsGiven: false)
    ),
    (
      "Shop.Cart.pay<A>(for: repeat A) -> ()", .init(result: .nothing, takesWhatItIsGiven: false)
    ),
    ("implicit closure #1 in Shop.Cart.start()", nil), ("Shop.Cart", nil),
  ]

  @Test(arguments: signatures)
  func signatureIsTheInnermostFunctions(
    _ example: (name: String, signature: FunctionName.Signature?)
  ) {
    #expect(FunctionName(demangled: example.name).signature == example.signature)
  }

  @Test(arguments: [
    ("(isolated Shop.Counter) -> ()", true),
    ("(Swift.Int, isolated Shop.Counter) async -> ()", true),
    ("(Shop.Counter) -> ()", false), ("((isolated Shop.Counter) -> ()) -> ()", false),
  ]) func parameterThatItIsIsolatedTo(type: String, isIsolated: Bool) {
    let name = FunctionName(demangled: "closure #1 \(type) in Shop.Counter.start() -> ()")
    #expect(name.signature?.isIsolatedToParameter == isIsolated)
  }

  @Test func brokenTextIsKept() {
    for text in [
      "", " ", ".", "(", ")", "<", "Shop.", "Shop.(", "closure #", " in ", "a in ", "a<b",
      "Shop.(in", "Shop.(in A)", "Shop.(in A).", "Shop.(in A).(in B).init", "$s_", "$sfMu", "$s12_",
    ] {
      let name = FunctionName(demangled: text)
      #expect(name.kind == .closure || name.kind == .function, "\(text)")
    }
  }

  @Test(arguments: wrappers + declarations)
  fileprivate func whatWasMergedIsKnown(_ example: Example) {
    #expect(
      FunctionName(demangled: example.demangled).isMerged == example.demangled.hasPrefix("merged "))
  }

  @Test(.slow) func everyBeginningOfANameIsAccepted() {
    for example in Self.wrappers + Self.declarations {
      for length in 0..<example.demangled.count {
        let name = FunctionName(demangled: String(example.demangled.prefix(length)))
        #expect(
          name.text.count <= length + "top-level code".count, "\(example.demangled.prefix(length))")
      }
    }
  }

  private static let wrappers = [
    Example(
      "partial apply forwarder for closure #1 () -> () in Shop.Cart.start() -> ()", .closure,
      "closure #1 in Cart.start()", in: "Cart"),
    Example(
      "partial apply forwarder for closure #1 () -> () in Shop.Cart.start() -> () with unmangled suffix \".16\"",
      .closure, "closure #1 in Cart.start()", in: "Cart"),
    Example(
      "merged partial apply forwarder for closure #2 () -> () in Shop.Cart.start() -> ()", .closure,
      "closure #2 in Cart.start()", in: "Cart"),
    Example(
      "async function pointer to partial apply forwarder for closure #1 () async -> () in Shop.Cart.start() -> ()",
      .closure, "closure #1 in Cart.start()", in: "Cart"),
    Example(
      "(2) suspend resume partial function for closure #1 () async -> () in Shop.Cart.start() -> ()",
      .closure, "closure #1 in Cart.start()", in: "Cart"),
    Example(
      "(1) await resume partial function for Shop.Cart.pay() async -> ()", .boundMethod,
      "Cart.pay()",
      in: "Cart"),
    Example(
      "generic specialization <Swift.Int> of closure #1 () -> () in Shop.Box.start() -> ()",
      .closure,
      "closure #1 in Box.start()", in: "Box", of: "Swift.Int"),
    Example(
      "generic specialization <Shop.Cart> of closure #1 () -> () in (extension in Shop):Shop.Payer.pay() -> ()",
      .closure, "closure #1 in Payer.pay()", in: "Payer", inExtension: true, of: "Shop.Cart"),
    Example(
      "generic not re-abstracted specialization <Shop.Cart> of closure #1 () -> () in (extension in Shop):Shop.Payer.pay() -> ()",
      .closure, "closure #1 in Payer.pay()", in: "Payer", inExtension: true, of: "Shop.Cart"),
    Example(
      "function signature specialization <Arg[0] = Owned To Guaranteed> of generic specialization <Swift.String, () -> ()> of closure #1 () -> () in Shop.Box.start() -> ()",
      .closure, "closure #1 in Box.start()", in: "Box", of: "Swift.String"),
    Example(
      "function signature specialization <Arg[1] = [Constant Propagated Function : closure #2 () -> () in Shop]> of reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())",
      .closure, "closure #2 in top-level code"),
    // A closure with captures is written as its symbol, without the last bracket.
    Example(
      "function signature specialization <Arg[3] = Dead> of function signature specialization <Arg[1] = [Closure Propagated : $s4Shop4CartV3payyyFyyXEfU_, Argument Types : [Shop.Cart]> of generic specialization <Swift.Int> of Shop.Cart.add<A>(A) -> ()",
      .boundMethod, "Cart.add(_:)", in: "Cart", of: "Swift.Int"),
    Example(
      "function signature specialization <Arg[1] = [Closure Propagated : $s4Shop4CartV3payyyFyyXEfU_, Argument Types : [@callee_guaranteed (Swift.Int) -> ()]> of reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())",
      .closure, "closure #1 in Cart.pay()", in: "Cart"),
    Example("curry thunk of Shop.Cart.pay() -> ()", .boundMethod, "Cart.pay()", in: "Cart"),
    Example("dispatch thunk of Shop.Cart.pay() -> ()", .boundMethod, "Cart.pay()", in: "Cart"),
    Example(
      "protocol witness for Shop.Payer.pay(Swift.Int) -> () in conformance Shop.Cart : Shop.Payer in Shop",
      .boundMethod, "Payer.pay(_:)", in: "Payer"),
    Example(
      "partial apply forwarder for implicit closure #2 (Swift.Int) -> () in implicit closure #1 (Shop.Cart) -> (Swift.Int) -> () in Shop.Cart.init() -> Shop.Cart",
      .methodReference, "a method stored in Cart.init()", in: "Cart"),
  ]

  private static let declarations = [
    Example("closure #1 () -> () in Shop", .closure, "closure #1 in top-level code"),
    Example("Shop.pay(Shop.Cart) -> ()", .function, "pay(_:)"),
    Example(
      "closure #1 () -> () in Shop.Cart.pay@Sendable (Swift.Int) -> ()", .closure,
      "closure #1 in Cart.pay(_:)", in: "Cart"),
    Example(
      "closure #1 () -> () in static Shop.Cart.pay<A>@Sendable (A) async -> ()", .closure,
      "closure #1 in Cart.pay(_:)", in: "Cart"),
    Example(
      "closure #1 () -> () in step #1 @Sendable (x: Swift.Int) async throws -> Swift.Int in Shop.Cart.pay() -> ()",
      .closure, "closure #1 in step(x:) in Cart.pay()", in: "Cart"),
    Example(
      "closure #1 () -> () in step #1 <A>@Sendable (A) -> A in Shop.Cart.pay() -> ()",
      .closure, "closure #1 in step(_:) in Cart.pay()", in: "Cart"),
    Example(
      "closure #1 () -> () in $s6CTests0012Aswift_DrJCafMX36_10_6expectfMf_7__localfMu_ #1 @Sendable () async throws -> () in closure #2 () -> () in Shop.Cart.pay() -> ()",
      .closure, "closure #1 in closure #2 in Cart.pay()", in: "Cart"),
    Example(
      "closure #1 () -> () in $s6CTests0012Aswift_DrJCafMX36_10_6expectfMf_7__localfMu0_ #1 @Sendable () async throws -> () in closure #2 () -> () in Shop.Cart.pay() -> ()",
      .closure, "closure #1 in closure #2 in Cart.pay()", in: "Cart"),
    Example(
      "closure #1 () -> () in $s6CTests4TestfMp_7__localfMu12_ in closure #2 () -> () in Shop.Cart.pay() -> ()",
      .closure, "closure #1 in closure #2 in Cart.pay()", in: "Cart"),
    Example(
      "closure #1 () -> () in closure #2 (Swift.Int) -> () -> () in Shop.pay(Shop.Cart) -> [() -> ()]",
      .closure, "closure #1 in closure #2 in pay(_:)"),
    Example(
      "closure #1 () -> () in Shop.Cart.load(_: (x: Swift.Int, y: () -> ()), for: [Swift.String : Swift.Int], completion: inout () -> ()) async throws -> Swift.Int",
      .closure, "closure #1 in Cart.load(_:for:completion:)", in: "Cart"),
    Example(
      "closure #1 () -> () in (extension in Shop):Swift.Array<A where A == Swift.Int>.sum<A>(A1) throws(A2) -> ()",
      .closure, "closure #1 in Array.sum(_:)", in: "Array", inExtension: true),
    Example(
      "closure #1 () -> () in (extension in Shop):Shop.Payer.pay() -> ()", .closure,
      "closure #1 in Payer.pay()", in: "Payer", inExtension: true),
    Example(
      "implicit closure #1 () -> Swift.Int in Shop.Cart.total() -> Swift.Int", .autoclosure,
      "implicit closure #1 in Cart.total()", in: "Cart"),
    Example(
      "closure #1 () -> () in Shop.Cart.(secret in _798D077517C0841F4B02C491173F635D)() -> () -> ()",
      .closure, "closure #1 in Cart.secret()", in: "Cart"),
    Example(
      "closure #1 () -> () in Shop.(Hidden in _798D077517C0841F4B02C491173F635D).go() -> () -> ()",
      .closure, "closure #1 in Hidden.go()", in: "Hidden"),
    Example(
      "closure #1 () -> () in Shop.Cart.(in _798D077517C0841F4B02C491173F635D).init(items: [Swift.Int], then: (Swift.Optional<A>, A) -> ()) -> Shop.Cart",
      .closure, "closure #1 in Cart.init(items:then:)", in: "Cart"),
    Example(
      "closure #1 (Swift.Int) -> Swift.Int in default argument 1 of Shop.Cart.(in _798D077517C0841F4B02C491173F635D).init(items: Swift.Int, by: (Swift.Int) -> Swift.Int) -> Shop.Cart",
      .closure, "closure #1 in default argument 1 of Cart.init(items:by:)", in: "Cart"),
    Example(
      "closure #1 () -> () in Shop.(Hidden in _798D077517C0841F4B02C491173F635D).(in _798D077517C0841F4B02C491173F635D).init<A where A: Shop.Payer>(by: A) -> Shop.(Hidden in _798D077517C0841F4B02C491173F635D)",
      .closure, "closure #1 in Hidden.init(by:)", in: "Hidden"),
    Example(
      "closure #1 () -> () in Shop.Cart.__allocating_init(items: [Swift.Int]) -> Shop.Cart",
      .closure,
      "closure #1 in Cart.init(items:)", in: "Cart"),
    Example(
      "closure #1 () -> () in Shop.Cart.__deallocating_deinit", .closure,
      "closure #1 in Cart.deinit", in: "Cart"),
    Example(
      "closure #1 () -> () in Shop.Cart.total.getter : () -> ()", .closure,
      "closure #1 in Cart.total",
      in: "Cart"),
    Example(
      "closure #1 () -> () in static Shop.Cart.total.willset : Swift.Int", .closure,
      "closure #1 in Cart.total.willSet", in: "Cart"),
    Example(
      "closure #1 () -> () in Shop.Cart.subscript.setter : <A>(_: A, name: Swift.String) -> () -> ()",
      .closure, "closure #1 in Cart.subscript(_:name:).set", in: "Cart"),
    Example(
      "closure #1 () -> () in variable initialization expression of static Shop.Cart.shared : () -> ()",
      .closure, "closure #1 in Cart.shared", in: "Cart"),
    Example(
      "variable initialization expression of Shop.Cart.($__lazy_storage_$_total in _798D077517C0841F4B02C491173F635D) : Swift.Int?",
      .function, "Cart.total", in: "Cart"),
    Example(
      "closure #1 () -> () in default argument 0 of Shop.Cart.pay(() -> ()) -> ()", .closure,
      "closure #1 in default argument 0 of Cart.pay(_:)", in: "Cart"),
    Example(
      "closure #1 () -> () in static Shop.Box<A where A == Swift.Int>.== infix(Shop.Box<Swift.Int>, Shop.Box<Swift.Int>) -> () -> ()",
      .closure, "closure #1 in Box.==(_:_:)", in: "Box"),
    Example("Shop...< infix<A>(A, A) -> A", .function, "..<(_:_:)"),
    Example("Shop.- prefix(Shop.Cart) -> Shop.Cart", .function, "-(_:)"),
    Example(
      "step #1 (at: Swift.Int) -> () in Shop.Cart.run() -> ()", .localFunction,
      "step(at:) in Cart.run()", in: "Cart"),
    Example(
      "step #1 <A><A1 where A == Any, A1: Swift.Error>(value: Any) -> () in Shop.Cart.run() -> ()",
      .localFunction, "step(value:) in Cart.run()", in: "Cart"),
    Example(
      "closure #1 () -> () in step #1 <A>(A) -> () in Shop.Cart.run() -> ()", .closure,
      "closure #1 in step(_:) in Cart.run()", in: "Cart"),
    Example(
      "closure #1 () -> () in go() -> L #1 in Shop.make() -> () in L #1 in Shop.make() -> ()",
      .closure, "closure #1 in L.go() in make()", in: "L"),
    Example(
      "closure #1 () -> () in Shop.Tests.`a name with in it`() -> ()", .closure,
      "closure #1 in Tests.`a name with in it`()", in: "Tests"),
  ]

  private static let thunks = [
    Example(
      "reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())",
      .thunk, "reabstraction thunk"),
    Example(
      "partial apply forwarder for generic specialization <()> of reabstraction thunk helper <A, B where A: Swift.Sendable, B == Swift.Never> from @escaping () -> () to @escaping () -> (@out A) with unmangled suffix \".73TQ0_\"",
      .thunk, "reabstraction thunk"),
    Example("block_copy_helper", .thunk, "block_copy_helper"),
  ]

  private static let unknown = [
    Example(
      "one-time initialization function for shared", .function,
      "one-time initialization function for shared"),
    Example(
      "key path getter for Shop.Cart.total : Swift.Int", .function,
      "key path getter for Cart.total",
      in: "Cart"),
    Example("something new & unheard of", .function, "something new & unheard of"),
  ]
}
