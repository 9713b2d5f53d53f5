/// The names of what a closure captured.
///
/// In the binary a closure is a function whose last parameters are what it captured, in the order of its context.
package struct CapturedVariables: Sendable, Hashable {
  /// A named parameter of the closure's function.
  package struct Variable: Sendable, Hashable {
    package var name: String
    /// The name of its type with the module; empty where it is not known.
    package var type: String
    /// Whether that is a structure's or an enumeration's that is not generic.
    package var isValue: Bool
    /// Whether it is declared with a protocol's type: `any Source<Int>`.
    package var isOfProtocol: Bool
    /// Whether its type is a generic parameter which the function requires to be an `AnyObject`.
    package var isRequiredObject: Bool
    /// Whether it is declared as a variable, which a closure shares with its function.
    package var isVariable: Bool

    package init(
      name: String, type: String, isValue: Bool = false, isOfProtocol: Bool = false,
      isRequiredObject: Bool = false,
      isVariable: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isValue = isValue
      self.isOfProtocol = isOfProtocol
      self.isRequiredObject = isRequiredObject
      self.isVariable = isVariable
    }

    /// Whether its type is a generic parameter, which has no module.
    package var isOfGenericParameter: Bool {
      let name = Self.withoutArguments(type).split(separator: "<").last ?? ""
      return !name.isEmpty && !name.contains(".") && !type.contains(" #")
    }

    /// Whether it is of one of `types`.
    ///
    /// The binary calls a local type `Cart #1 in Shop.pay() -> ()`, and the runtime `Shop.Cart`: their own names have to do. The
    /// arguments of a generic type may be parameters of the function's: they do not count.
    func isOf(_ types: [String]) -> Bool {
      if types.contains(type) { return true }
      guard let number = type.firstRange(of: " #") else {
        let name = Self.withoutArguments(type)
        return name.endIndex < type.endIndex
          && types.contains { Self.withoutArguments($0) == name }
      }
      let local = String(type[..<number.lowerBound])
      return types.contains { type in
        var name = type[...]
        var wrapping = ""
        while name.hasPrefix(Self.optional) {
          name = name.dropFirst(Self.optional.count)
          wrapping += Self.optional
        }
        let nominal = name.prefix { $0 != "<" && $0 != ">" }
        return wrapping + (nominal.split(separator: ".").last ?? nominal) == local
      }
    }

    private static let optional = "Swift.Optional<"

    /// `Swift.Optional<Shop.Box<A>>` as `Swift.Optional<Shop.Box`.
    private static func withoutArguments(_ type: String) -> Substring {
      var name = type[...]
      while name.hasPrefix(optional) { name = name.dropFirst(optional.count) }
      let nominal = name.prefix { $0 != "<" && $0 != ">" }
      return type[..<nominal.endIndex]
    }
  }

  /// The parameters in their order, those of the closure expression before those that it captured.
  package var parameters: [Variable]
  /// Whether some may be missing, as in optimised code.
  package var isPartial: Bool

  package init(parameters: [Variable], isPartial: Bool = false) {
    self.parameters = parameters
    self.isPartial = isPartial
  }

  /// The name of the capture at `index` of `count`, whose type is one of `types`; `nil` when it is not clear which
  /// parameter that is.
  ///
  /// - Parameter isOnlyOfItsType: whether no other capture has that type.
  package func name(
    ofCapture index: Int, of count: Int, types: [String], isOnlyOfItsType: Bool
  ) -> String? {
    // A task's closure has the actor that it runs on as well, for which there is no parameter.
    if isPartial || count > parameters.count {
      let candidates = parameters.filter { $0.isOf(types) }
      return isOnlyOfItsType && candidates.count == 1 ? candidates[0].name : nil
    }
    return parameter(ofCapture: index, of: count).flatMap { $0.isOf(types) ? $0.name : nil }
  }

  /// The capture at `index` of `count`, of whatever type it is; `nil` when it is not clear which parameter that is.
  package func parameter(ofCapture index: Int, of count: Int) -> Variable? {
    guard !isPartial, count <= parameters.count, (0..<count).contains(index) else { return nil }
    return parameters[parameters.count - count + index]
  }
}
