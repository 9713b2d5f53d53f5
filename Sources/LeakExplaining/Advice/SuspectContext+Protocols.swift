import LeakHeapModel
import LeakSymbolication

/// Functions in extensions of protocols, where `self` need not be an object.
extension SuspectContext {
  /// Whether the `self` that is captured may be one of a protocol that is not derived from `AnyObject`: it cannot be weak there.
  var mayBeUnboundSelf: Bool {
    guard isSelf, let function, function.isInExtension, let type = extendedType(of: function)
    else { return false }
    let captured = drafts[(index + 1) % drafts.count].owner
    let names = ([captured.name] + captured.superclasses).map { Self.ownName(TypeName($0).nominal) }
    return !names.contains(type) && !isDeclaredAsObject(type)
  }

  /// What is said of that.
  var noteOnProtocol: String {
    mayBeUnboundSelf
      ? "The protocol has to be derived from AnyObject for that, if it is not." : ""
  }

  /// The own name of the type that is extended around the suspect: of a method's, around the place that stores it.
  private func extendedType(of function: FunctionName) -> String? {
    guard function.kind == .boundMethod else { return function.enclosingType.map(Self.ownName) }
    // `closure #1 in Screen.bind()`
    let storing = function.storing?.function.split(separator: " in ").last
    let names = storing?.prefix { $0 != "(" }.split(separator: ".") ?? []
    return names.dropLast().last.map(String.init)
  }

  private static func ownName(_ type: String) -> String {
    type.split(separator: ".").last.map(String.init) ?? type
  }

  /// Whether the source says that the protocol is one of objects alone, or the extension one for them: `where Self: Screen`.
  private func isDeclaredAsObject(_ name: String) -> Bool {
    guard let place = function?.storing?.place ?? suspect.place,
      let tokens = SourceFiles.shared.source(of: place)?.tokens.tokens
    else { return false }
    let protocols = tokens.heads(of: name, keyword: "protocol").flatMap(tokens.inheritance)
    if protocols.contains(where: { $0.name == "AnyObject" }) { return true }
    return tokens.heads(of: name, keyword: "extension").contains { head in
      tokens[head...].prefix { $0.text != "{" }.contains {
        ["AnyObject", "Self"].contains($0.text)
      }
    }
  }
}
