extension FunctionName {
  /// Takes a demangled symbol apart: `partial apply forwarder for closure #1 () -> () in
  /// Shop.Controller.start() -> ()` becomes `closure #1 in Controller.start()`.
  ///
  /// A shape that is not known keeps its words.
  package init(demangled: String) {
    var text = DemangledText(Self.withoutSuffix(demangled))
    let (isCurried, isMerged, isResumption, argument) = Self.skipWrappers(&text)
    if let thunk = Self.thunks.first(where: text.hasPrefix) {
      self.init(kind: .thunk, text: thunk)
      return
    }
    var chain = DemangledChain(text)
    chain.collapseMethodReference()
    self.init(
      kind: isCurried ? .boundMethod : chain.kind, text: chain.text, module: chain.module,
      functionType: chain.functionTypes, discriminator: chain.wholeDiscriminator,
      enclosingType: chain.enclosingType,
      isInExtension: chain.isInExtension,
      firstGenericArgument: argument, signature: Signature(of: text))
    isInStatic = chain.isInStatic
    self.isMerged = isMerged
    self.isResumption = isResumption
    if kind == .methodReference { receiver = MethodUse(demangled: text.string)?.receiverType }
  }

  /// What a thunk's name begins with once its wrappers are gone.
  private static let thunks = [
    "reabstraction thunk", "block_copy_helper", "block_destroy_helper", "thunk",
    "implicit conversion", "autodiff",
  ]

  /// Wrappers whose function is told behind them.
  private static let wrappers = [
    "partial apply forwarder for ", "partial apply ObjC forwarder for ",
    "async function pointer to ", "dispatch thunk of ", "distributed thunk ",
    "back deployment thunk for ", "back deployment fallback for ", "@objc ", "@nonobjc ", "static ",
    "protocol witness for ",
  ]

  /// Removes what the compiler put around a function. Tells whether it is a curry thunk, which is a method
  /// without its `self`, whether it was merged with others, whether it is a part that is resumed, and the first type that the function
  /// was specialized for.
  private static func skipWrappers(
    _ text: inout DemangledText
  ) -> (isCurried: Bool, isMerged: Bool, isResumption: Bool, firstGenericArgument: String?) {
    var isCurried = false
    var isMerged = false
    var isResumption = false
    var firstArgument: String?
    while true {
      if wrappers.contains(where: { text.skip($0) }) { continue }
      if text.skip("merged ") {
        isMerged = true
        continue
      }
      if text.skip("curry thunk of ") {
        isCurried = true
        continue
      }
      if skipResumption(&text) {
        isResumption = true
        continue
      }
      if skipSpecialization(&text, firstArgument: &firstArgument) { continue }
      return (isCurried, isMerged, isResumption, firstArgument)
    }
  }

  /// Removes `(1) suspend resume partial function for `.
  private static func skipResumption(_ text: inout DemangledText) -> Bool {
    var rest = text
    guard rest.skipGroup() != nil,
      rest.skip(" await resume partial function for ")
        || rest.skip(" suspend resume partial function for ")
    else { return false }
    text = rest
    return true
  }

  /// Removes `generic specialization <Swift.Int> of `. A reabstraction thunk that was specialized for one
  /// closure stands for that closure.
  static func skipSpecialization(
    _ text: inout DemangledText, firstArgument: inout String?
  ) -> Bool {
    var rest = text
    let words = rest.skip { $0 == "<" }
    guard words.string.hasSuffix("specialization "), let arguments = rest.skipGroup(),
      rest.skip(" of ")
    else { return false }
    text = rest
    // `generic specialization` or `generic not re-abstracted specialization`; one of a function's signature
    // names no types.
    if words.string.hasPrefix("generic ") {
      firstArgument = arguments.split(by: ", ").first?.string
    }
    if rest.hasPrefix("reabstraction thunk"), let closure = closure(in: arguments) {
      text = closure
    }
    return true
  }

  /// The function that a specialization fixed an argument to, when it is exactly one.
  private static func closure(in arguments: DemangledText) -> DemangledText? {
    var closures: [DemangledText] = []
    for argument in arguments.split(by: ", Arg") {
      let sides = argument.split(by: " = ")
      guard sides.count == 2 else { continue }
      var value = sides[1]
      // The last bracket may be missing.
      guard let group = value.skipGroup() ?? (value.skip("[") ? value : nil) else { continue }
      for part in group.split(by: ", ") {
        var function = part
        if function.skip("Constant Propagated Function : ")
          || function.skip("Closure Propagated : ")
        {
          closures.append(demangledFunction(function))
        }
      }
    }
    return closures.count == 1 ? closures[0] : nil
  }

  /// The function of a specialization's argument, which is written as a symbol where it is a closure with captures.
  private static func demangledFunction(_ function: DemangledText) -> DemangledText {
    demangled(function.string).map { DemangledText(withoutSuffix($0)) } ?? function
  }

  /// Without the optimiser's numbers (`with unmangled suffix ".16"`) and the conformance of a witness.
  static func withoutSuffix(_ demangled: String) -> String {
    var text = demangled[...]
    for marker in [" with unmangled suffix \"", " in conformance "] {
      if let marker = text.firstRange(of: marker) { text = text[..<marker.lowerBound] }
    }
    return String(text)
  }
}

extension FunctionName.Signature {
  /// The innermost function's: `closure #1 (Swift.Int) async -> () in Shop.Cart.start() -> ()`.
  init?(of text: DemangledText) {
    let parts = text.split(by: " in ")[0].split(by: " -> ")
    guard parts.count > 1 else { return nil }
    // What gives a function gives a value.
    let result: Result =
      switch parts[1].string {
      case "()" where parts.count == 2: .nothing
      case let type where type.hasSuffix("?") || type.hasPrefix("Swift.Optional<"): .optional
      default: .value
      }
    let parameters = Self.parameterTypes(parts[0])
    self.init(
      result: parts.count == 2 ? result : .value,
      resultType: parts.count == 2 && result == .value ? parts[1].string : nil,
      isAsync: parts[0].split(by: " async").count > 1,
      canThrow: parts[0].split(by: " throws").count > 1,
      isSendable: parts[0].split(by: " @Sendable ").count > 1,
      inoutParameters: Set(parameters.indices.filter { parameters[$0].hasPrefix("inout ") }),
      takesWhatItIsGiven: parameters.allSatisfy(Self.takesWhatItIsGiven))
    isIsolatedToParameter = parameters.contains { $0.hasPrefix("isolated ") }
    let closures = text.split(by: " in ").dropFirst().prefix { part in
      ["closure #", "implicit closure #"].contains(where: part.hasPrefix)
    }
    isInSendable = closures.contains {
      $0.split(by: " -> ")[0].split(by: " @Sendable ").count > 1
    }
  }

  /// The types of the parameters of `Shop.Cart.add(inout Swift.Int, to: Swift.Int...) async`.
  private static func parameterTypes(_ function: DemangledText) -> [String] {
    var text = function.split(by: " async")[0].split(by: " throws")[0]
    var parameters: DemangledText?
    // Generic parameters, and the file of a private type, are in brackets before.
    while !text.isEmpty {
      _ = text.skip { "(<".unicodeScalars.contains($0) }
      parameters = text.skipGroup()
      if parameters == nil { return [] }
    }
    return parameters.map(DemangledEntity.types) ?? []
  }

  private static func takesWhatItIsGiven(_ type: String) -> Bool {
    let attributes = type.prefix { $0 != "(" }
    return !type.hasSuffix("...") && !type.hasPrefix("repeat ")
      && !attributes.contains("@autoclosure")
  }
}

extension DemangledChain {
  /// What tells it from others that have its text: the function around, and which of the methods that are stored there it is. The first
  /// one has no number.
  fileprivate var wholeDiscriminator: String? {
    let number = methodNumber.flatMap { $0 > 1 ? "#\($0)" : nil }
    let parts = [discriminator, number].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
