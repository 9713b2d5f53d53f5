import LeakHeapModel

extension PropertyDeclaration {
  /// Whether it is a constant that may have to stay one: a protocol that the file does not declare may make its class `Sendable`, or the
  /// class is isolated, and code that is not may read it.
  ///
  /// - Parameter classes: The name of the class of the object that has it, and those of its superclasses, the nearest first.
  func mayBeSharedConstant(inOneOf classes: [String] = []) -> Bool {
    guard tokens[keyword].text == "let", !isSharedConstant else { return false }
    return mayBeReadElsewhere || isSendable == nil && !isDerived(classes)
  }

  /// Whether the file has code that may be isolated to no actor, and that the class is isolated to none is not known: a protocol or the
  /// module can isolate it as well as an attribute.
  private var mayBeReadElsewhere: Bool {
    guard let head = typeKeyword, tokens[head].text == "class",
      !tokens.modifiers(before: head).contains("nonisolated")
    else { return false }
    return tokens.contains { ["nonisolated", "detached"].contains($0.text) }
  }

  /// Whether the class that declares it is derived from another one than `NSObject`.
  private func isDerived(_ classes: [String]) -> Bool {
    guard let head = typeKeyword, tokens.indices.contains(head + 1) else { return false }
    let own = classes.indices.filter { TypeName(classes[$0]).own == tokens[head + 1].text }
    return own.count == 1
      && classes[(own[0] + 1)...].contains { !$0.hasSuffix(".NSObject") }
  }

  /// Whether the type that declares it is a class of no actor's that is `Sendable`, and that is checked: it is `final`, has no superclass
  /// but `NSObject`, and all its properties are constants then.
  var isInSendableType: Bool { isSendable == true }

  /// The same; `nil` where it depends on a protocol that the file does not declare.
  private var isSendable: Bool? {
    guard let head = typeKeyword, tokens[head].text == "class", tokens.indices.contains(head + 1)
    else { return false }
    let modifiers = tokens.modifiers(before: head)
    guard modifiers.contains("final"),
      // A global actor's is not.
      !modifiers.contains(where: { $0.hasPrefix("@") && $0.hasSuffix("Actor") })
    else { return false }
    let heads = [head] + tokens.heads(of: tokens[head + 1].text, keyword: "extension")
    let names = heads.flatMap(tokens.inheritance)
    if names.contains(where: { $0.name == "Sendable" && $0.isUnchecked }) { return false }
    var known: Set<String> = []
    return anyIsSendable(names.map(\.name), &known)
  }

  /// Whether one of the types of these names is `Sendable`, as far as the file and the standard library tell.
  private func anyIsSendable(_ names: [String], _ known: inout Set<String>) -> Bool? {
    var isTold = true
    for name in names where known.insert(name).inserted {
      if Self.sendable.contains(name) { return true }
      if Self.others.contains(name) || !tokens.heads(of: name, keyword: "class").isEmpty {
        continue
      }
      let heads = tokens.heads(of: name, keyword: "protocol")
      switch anyIsSendable(heads.flatMap(tokens.inheritance).map(\.name), &known) {
      case true: return true
      case false where !heads.isEmpty: break
      default: isTold = false
      }
    }
    return isTold ? false : nil
  }

  static let sendable: Set = [
    "Sendable", "Error", "LocalizedError", "RecoverableError", "CustomNSError", "CodingKey",
  ]

  /// Protocols and classes of the toolchain's that a class is often derived from, and that are not `Sendable`.
  static let others: Set = [
    "AnyObject", "Codable", "Collection", "Comparable", "CustomDebugStringConvertible",
    "CustomReflectable", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
    "Hashable", "Identifiable", "IteratorProtocol", "NSObject", "Observable", "ObservableObject",
    "Sequence", "TextOutputStream", "XCTestCase",
  ]
}

extension [SwiftTokens.Token] {
  /// The indices of the words that declare or extend a type of this name.
  func heads(of name: String, keyword: String) -> [Int] {
    indices.filter { index in
      guard self[index].text == keyword, index == 0 || self[index - 1].text != "." else {
        return false
      }
      var last = index + 1
      while indices.contains(last + 2), self[last + 1].text == "." { last += 2 }
      return indices.contains(last) && self[last].text == name
    }
  }

  /// What the type whose declaration begins at `head` is derived from, each by its own name.
  func inheritance(at head: Int) -> [(name: String, isUnchecked: Bool)] {
    var depth = 0
    var isBehindColon = false
    var names: [(name: String, isUnchecked: Bool)] = []
    for index in head + 1..<endIndex {
      switch self[index].text {
      case "<", "(", "[": depth += 1
      case ">" where self[index - 1].text == "-": break
      case ">", ")", "]": depth -= 1
      case "{" where depth == 0, "where" where depth == 0: return names
      case ":" where depth == 0: isBehindColon = true
      case let word where depth == 0 && isBehindColon && self[index].isPlainWord:
        if self[index - 1].text == "@" { continue }
        // Of a qualified name the last one counts.
        if self[index - 1].text == "." { _ = names.popLast() }
        names.append((word, self[index - 1].text == "unchecked"))
      default: break
      }
    }
    return names
  }
}
