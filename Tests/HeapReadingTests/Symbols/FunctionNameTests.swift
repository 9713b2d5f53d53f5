import LeakHeapReading
import LeakSymbolication
import Testing

/// The names of closures that the compiler of this test made.
@Suite(.enabled(if: hasSymbols, "the test binary has no symbols to read here"))
struct FunctionNameTests {
  struct Expectation: Sendable, CustomTestStringConvertible {
    var name: FunctionName
    var code: UInt

    var testDescription: String { name.text }

    /// - Parameter argument: The type that the optimiser specializes the function for.
    init(
      _ text: String, _ kind: FunctionName.Kind = .closure, in enclosingType: String?,
      inExtension: Bool = false, specializedFor argument: String? = nil,
      _ function: @escaping () -> Void
    ) {
      name = FunctionName(
        kind: kind, text: text, enclosingType: enclosingType, isInExtension: inExtension,
        firstGenericArgument: isOptimized ? argument : nil)
      if kind == .methodReference { name.receiver = enclosingType }
      code = codeWord(of: Stored(function))
    }

    init<Value>(
      _ text: String, _ kind: FunctionName.Kind = .closure, in enclosingType: String?,
      of value: Value
    ) {
      name = FunctionName(kind: kind, text: text, enclosingType: enclosingType)
      code = codeWord(of: value)
    }
  }

  @Test(arguments: expectations) func functionHasItsName(_ expectation: Expectation) {
    #expect(Self.name(at: expectation.code) == expectation.name)
  }

  /// The name without what the function's type says.
  private static func name(at code: UInt) -> FunctionName? {
    var name = Symbolizer.shared.functionName(at: code)
    name?.signature = nil
    name?.functionType = nil
    name?.discriminator = nil
    name?.isInStatic = false
    #expect(name?.kind == .thunk || name?.module == "HeapReadingTests")
    name?.module = nil
    return name
  }

  @Test func reabstractedFunctionIsAThunk() {
    let controller = NamedController()
    let code = withUnsafeBytes(of: controller.start()) { $0.load(as: UInt.self) }
    #expect(
      Self.name(at: code)
        == FunctionName(kind: .thunk, text: "reabstraction thunk"))
  }

  @Test func addressesOutsideCodeHaveNoName() {
    let controller = NamedController()
    let object = UInt(bitPattern: Unmanaged.passUnretained(controller).toOpaque())
    withExtendedLifetime(controller) {
      #expect(
        [0, 1, UInt.max, object].map(Symbolizer.shared.functionName) == [nil, nil, nil, nil])
    }
  }

  @Test func concurrentQuestionsAgree() async {
    let expectations = Self.expectations
    let names = await withTaskGroup(of: [FunctionName?].self) { group in
      for _ in 0..<8 {
        group.addTask { expectations.map { Self.name(at: $0.code) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names == Array(repeating: expectations.map(\.name), count: 8))
  }

  private static let expectations: [Expectation] = {
    let controller = NamedController()
    let observed = NamedController()
    observed.observed = 1
    let owner = "NamedController"
    return [
      Expectation("closure #1 in NamedController.start()", in: owner, controller.start()),
      Expectation("closure #2 in NamedController.second()", in: owner, controller.second()),
      Expectation(
        "closure #1 in closure #1 in NamedController.nested()", in: owner, controller.nested()()),
      Expectation("closure #1 in NamedController.weakly()", in: owner, controller.weakly()),
      Expectation("closure #1 in NamedController.stored", in: owner, controller.stored),
      Expectation("closure #1 in NamedController.handler", in: owner, controller.handler),
      Expectation("closure #1 in NamedController.computed", in: owner, controller.computed),
      Expectation("closure #1 in NamedController.observed.didSet", in: owner, observed.recorded),
      Expectation(
        "closure #1 in NamedController.init(recording:)", in: owner,
        NamedController(recording: 1).recorded),
      Expectation(
        "closure #1 in NamedController.init(secretly:)", in: owner,
        NamedController.makeSecretly().recorded),
      Expectation(
        "closure #1 in NamedController.subscript(_:name:)", in: owner, controller[1, name: ""]),
      Expectation(
        "closure #1 in NamedController.load(_:for:completion:)", in: owner,
        controller.load(1, for: "") {}),
      Expectation(
        "step() in NamedController.local()", .localFunction, in: owner, controller.local()),
      Expectation(
        "closure #1 in NamedController.generic(_:)", in: owner,
        specializedFor: "HeapReadingTests.NamedController", controller.generic(controller)),
      Expectation(
        "implicit closure #1 in NamedController.automatic()", .autoclosure, in: owner,
        of: StoredInt(function: controller.automatic())),
      Expectation(
        "closure #1 in NamedController.make(_:)", in: owner, NamedController.make(controller)),
      Expectation("closure #1 in NamedController.==(_:_:)", in: owner, controller == controller),
      Expectation("closure #1 in NamedController.secret()", in: owner, controller.callSecret()),
      Expectation(
        "closure #1 in NamedController.asynchronous()", in: owner,
        of: StoredAsync(function: controller.asynchronous())),
      Expectation(
        "a method stored in NamedController.bound()", .methodReference, in: owner,
        controller.bound()),
      Expectation(
        "closure #1 in NamedController.Inner.go()", in: "NamedController.Inner",
        NamedController.Inner(controller: controller).go()),
      Expectation("closure #1 in NamedController.extended()", in: owner, controller.extended()),
      Expectation(
        "closure #1 in NamedBox.start()", in: "NamedBox",
        specializedFor: "HeapReadingTests.NamedController", NamedBox(controller).start()),
      Expectation(
        "closure #1 in Array.namedClosure()", in: "Array", inExtension: true,
        specializedFor: "HeapReadingTests.NamedController", [controller].namedClosure()),
      Expectation("closure #1 in <+>(_:_:)", in: nil, controller <+> 1),
      Expectation("closure #1 in namedFree(_:)", in: nil, namedFree(controller)),
      Expectation("namedFunction()", .function, in: nil, namedFunction),
      Expectation("closure #1 in NamedSecret.go()", in: "NamedSecret", namedSecret()),
      Expectation("closure #1 in Local.go() in namedLocalType()", in: "Local", namedLocalType()),
    ]
  }()
}

/// Stores a function as a property does, where nothing wraps it.
private struct Stored {
  var function: () -> Void

  init(_ function: @escaping () -> Void) {
    self.function = function
  }
}

private struct StoredInt {
  var function: () -> Int
}

private struct StoredAsync {
  var function: () async -> Void
}

/// The first word of a stored function: its code.
private func codeWord<Value>(of value: Value) -> UInt {
  withUnsafeBytes(of: value) { $0.load(as: UInt.self) }
}

/// Whether the kit can read symbols on this platform.
private let hasSymbols: Bool = {
  #if canImport(Darwin) || (os(Linux) && _pointerBitWidth(_64))
    true
  #else
    false
  #endif
}()
