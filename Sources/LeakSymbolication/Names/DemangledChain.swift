/// A function and the functions that it is written in, from the inside out.
struct DemangledChain {
  /// One link of the chain.
  private enum Link {
    /// A closure expression: `closure #1`.
    case closure(String)
    /// A function that the compiler made of an expression: `implicit closure #1`.
    case implicitClosure(String)
    /// A declaration, after words such as `default argument 1 of `.
    case entity(words: String, DemangledEntity)
    /// Code outside all functions.
    case topLevel
    /// A function that a macro expanded to, under a name that nobody wrote.
    case expansion
    /// A shape that is not known.
    case other(String)
  }

  private var links: [Link] = []
  private var isMethodReference = false
  /// The number of the outer implicit closure of a method used as a function: the function around may use several.
  private(set) var methodNumber: Int?

  init(_ text: DemangledText) {
    var parts = text.split(by: " in ")[...]
    var hasMember = false
    while let part = parts.popFirst() {
      let link = Self.link(part, isOutermost: parts.isEmpty, isFirst: links.isEmpty)
      links.append(link)
      if !hasMember, case .entity(_, let entity) = link, !entity.isLocal {
        hasMember = true
        isInStatic = part.hasPrefix("static ")
      }
      if parts.isEmpty { module = Self.module(of: link, part) }
      if case .entity(_, let entity) = link, entity.endsInLocalType, parts.count > 1 {
        parts = parts.dropFirst()
      }
    }
  }

  /// Folds the two implicit closures that the compiler makes of a method used as a function, the outer one
  /// of which takes `self`. Their names tell where that is done, not with which method.
  mutating func collapseMethodReference() {
    guard links.count > 2, case .implicitClosure = links[0], case .implicitClosure = links[1] else {
      return
    }
    if case .implicitClosure(let outer) = links[1], let number = outer.split(separator: "#").last {
      methodNumber = Int(number)
    }
    links.removeFirst()
    links[0] = .implicitClosure("a method stored")
    isMethodReference = true
  }

  /// What kind of function the innermost link is.
  var kind: FunctionName.Kind {
    switch links.first {
    case .closure: .closure
    case .implicitClosure: isMethodReference ? .methodReference : .autoclosure
    case .entity(_, let entity) where entity.isLocal && entity.labels != nil: .localFunction
    case .entity(_, let entity) where entity.labels != nil && enclosingType != nil: .boundMethod
    default: .function
    }
  }

  /// The links as a report prints them.
  var text: String {
    var texts: [String] = []
    var members: (words: String, DemangledEntity)?
    for link in links {
      if case .entity(let words, let entity) = link {
        if let (memberWords, member) = members, entity.isType {
          texts[texts.count - 1] = memberWords + member.text(in: entity.names)
        } else {
          texts.append(words + entity.text(in: []))
        }
        members = (words, entity)
        continue
      }
      members = nil
      switch link {
      case .closure(let text), .implicitClosure(let text), .other(let text): texts.append(text)
      case .topLevel: texts.append("top-level code")
      case .entity, .expansion: break
      }
    }
    return texts.joined(separator: " in ")
  }

  /// The type that the chain's innermost member belongs to.
  var enclosingType: String? {
    for (position, link) in links.enumerated() {
      guard case .entity(_, let entity) = link else { continue }
      let types = entity.isType ? entity.names : Array(entity.names.dropLast())
      if !types.isEmpty { return types.joined(separator: ".") }
      if position + 1 < links.count, case .entity(_, let outer) = links[position + 1], outer.isType
      {
        return outer.names.joined(separator: ".")
      }
    }
    return nil
  }

  /// The type of the innermost function, without the labels of its parameters.
  var functionType: String? {
    if case .entity(_, let entity) = links.first { entity.functionType } else { nil }
  }

  /// The types of all functions, the innermost first, without the labels of their parameters; `nil` where none has one.
  var functionTypes: String? {
    let types = links.compactMap { link in
      if case .entity(_, let entity) = link { entity.functionType } else { nil }
    }
    return types.isEmpty ? nil : types.joined(separator: " in ")
  }

  /// What tells functions of one name apart that are private, or written in private types, or local; `nil` where none is.
  var discriminator: String? {
    let discriminators = links.flatMap { link -> [String] in
      if case .entity(_, let entity) = link { entity.discriminators } else { [] }
    }
    return discriminators.isEmpty ? nil : discriminators.joined(separator: " ")
  }

  /// Whether the innermost member is one of a type's.
  private(set) var isInStatic = false

  /// The module that the outermost function is written in.
  private(set) var module: String?

  /// Whether the chain's innermost member is one of an extension that its name tells.
  var isInExtension: Bool {
    for case .entity(_, let entity) in links where !entity.isLocal {
      return entity.isExtensionMember
    }
    return false
  }

  private static func module(of link: Link, _ part: DemangledText) -> String? {
    switch link {
    case .entity(_, let entity): entity.module
    case .topLevel: part.string
    case .closure, .implicitClosure, .expansion, .other: nil
    }
  }

  private static func link(_ part: DemangledText, isOutermost: Bool, isFirst: Bool) -> Link {
    if let text = numbered("closure #", part) { return .closure(text) }
    if let text = numbered("implicit closure #", part) { return .implicitClosure(text) }
    if MacroExpansion.isName(part.string) { return .expansion }
    var part = part
    for words in ["variable initialization expression of ", "static "] { _ = part.skip(words) }
    if var entity = DemangledEntity(part) {
      if isOutermost, !isFirst, !entity.isLocal, entity.names.count == 1, entity.labels == nil {
        return .topLevel
      }
      if isOutermost { entity.removeModule() }
      return .entity(words: "", entity)
    }
    for separator in [" of ", " for "] {
      let sides = part.split(by: separator)
      guard sides.count == 2, var entity = DemangledEntity(sides[1]) else { continue }
      if isOutermost { entity.removeModule() }
      return .entity(words: sides[0].string + separator, entity)
    }
    return .other(part.string)
  }

  /// The words with their number, if `part` begins with them.
  private static func numbered(_ words: String, _ part: DemangledText) -> String? {
    var rest = part
    guard rest.skip(words) else { return nil }
    return words + rest.skip { !("0"..."9").contains($0) }.string
  }
}

extension DemangledEntity {
  /// Whether it is a local type, `Node #1`: it has a number, but neither parameters nor a type.
  fileprivate var isType: Bool { isLocal && labels == nil && !hasType }
}
