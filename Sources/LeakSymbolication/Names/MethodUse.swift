/// A method that is used as a function value, `handler = method`, as far as names tell.
///
/// The compiler makes two closures of it: the outer one takes `self`, the inner one calls the method. Their names tell
/// the types of `self` and of the method, and the function around.
struct MethodUse {
  /// The names of the type of `self`, or of a generic parameter.
  private let receiver: [String]
  /// The type of `self`, without its module; `nil` for a generic parameter.
  let receiverType: String?
  /// The type of the method: `(Swift.Int) -> ()`.
  private let type: String

  /// Takes the demangled name of the inner closure apart: `implicit closure #2 (Swift.Int) -> () in implicit closure
  /// #1 (Shop.Cart) -> (Swift.Int) -> () in Shop.Cart.start() -> ()`; `nil` for a function of another kind.
  init?(demangled: String) {
    let closures = Self.unwrapped(demangled).split(by: " in ")
    guard closures.count > 2, let method = Self.type(ofClosure: closures[0]),
      var curried = Self.type(ofClosure: closures[1]), var receiver = curried.skipGroup(),
      curried.skip(" -> ")
    else { return nil }
    Self.skipAttributes(&curried)
    guard curried.string == method.string else { return nil }
    _ = receiver.skip("isolated ")
    guard var entity = DemangledEntity(receiver) else { return nil }
    let isGenericParameter = !entity.isLocal && entity.names.count == 1
    if !entity.isLocal { entity.removeModule() }
    self.receiver = entity.names
    receiverType = isGenericParameter ? nil : entity.names.joined(separator: ".")
    type = method.string
  }

  /// The name of the method that the symbol `method` stands for, if it may be the one.
  ///
  /// - Parameter isOverride: whether the method was found in the class of the object that it is used with. It is then
  ///   that class's, or a superclass's.
  func name(of method: String, isOverride: Bool = false) -> FunctionName? {
    guard let demangled = FunctionName.demangled(method) else { return nil }
    let text = Self.unwrapped(demangled)
    let chain = DemangledChain(text)
    guard chain.kind == .boundMethod, chain.functionType == type else { return nil }
    guard
      isOverride || chain.isInExtension
        || chain.enclosingType == receiver.joined(separator: ".")
    else { return nil }
    return FunctionName(
      kind: .boundMethod, text: chain.text, enclosingType: chain.enclosingType,
      signature: FunctionName.Signature(of: text))
  }

  /// Without what the optimiser put around a function, and the record of an asynchronous one. What was merged with
  /// other functions is not unwrapped: it has the name of one of them.
  private static func unwrapped(_ demangled: String) -> DemangledText {
    var text = DemangledText(FunctionName.withoutSuffix(demangled))
    var argument: String?
    while text.skip("async function pointer to ") || text.skip("dispatch thunk of ")
      || FunctionName.skipSpecialization(&text, firstArgument: &argument)
    {}
    return text
  }

  /// `implicit closure #2 @Sendable (Swift.Int) -> ()` without its words and the attributes, or `nil` for something
  /// else.
  private static func type(ofClosure text: DemangledText) -> DemangledText? {
    var text = text
    guard text.skip("implicit closure #") else { return nil }
    _ = text.skip { $0 == " " }
    guard text.skip(" ") else { return nil }
    skipAttributes(&text)
    return text.first == "(" ? text : nil
  }

  /// The closures of a method of a sendable object are sendable in Swift 6: `@Sendable () -> ()`.
  private static func skipAttributes(_ text: inout DemangledText) {
    while text.first == "@" {
      _ = text.skip { $0 == " " }
      _ = text.skip(" ")
    }
  }
}
