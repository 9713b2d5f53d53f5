/// A declaration in a demangled name: `Shop.Cart.load(_: Swift.Int, completion: () -> ()) -> ()`.
struct DemangledEntity: Equatable {
  /// The names from the outermost to the declaration's own, without module and generic arguments.
  private(set) var names: [String] = []

  /// What tells private declarations of one name in several files apart, and local ones of one name in one function.
  private(set) var discriminators: [String] = []

  /// The module that the declaration is written in, once it has been taken off the names.
  private(set) var module: String?

  /// The argument labels of a function, `(_:completion:)`; `nil` for what has no parameter list.
  private(set) var labels: String?

  /// What a property's accessor adds to the property's name: `.didSet`, and nothing for a getter.
  private(set) var accessor = ""

  /// The type of a function, without the labels of its parameters: `(Swift.Int, () -> ()) -> ()`; `nil` for what has no
  /// parameter list.
  private(set) var functionType: String?

  /// Whether the declaration is inside a function, as `step #1`.
  private(set) var isLocal = false

  /// Whether what follows the name is a type that ends in a local type's name. Then the part after ` in `
  /// belongs to that type.
  private(set) var endsInLocalType = false

  /// Whether a type follows the name: the declaration is a function or a variable.
  private(set) var hasType = false

  /// Whether the name says that the declaration is a member of an extension.
  private(set) var isExtensionMember = false

  /// Parses `text`; `nil` when it has another shape.
  init?(_ text: DemangledText) {
    var text = text
    if text.hasPrefix("(extension in ") {
      guard let words = text.skipGroup()?.split(by: " in "), text.skip(":") else { return nil }
      isExtensionMember = true
      module = words.last?.string
    }
    var parameters: DemangledText?
    repeat {
      guard let name = self.name(&text) else { return nil }
      names.append(name)
      for fixity in [" infix", " prefix", " postfix"] where text.skip(fixity) { break }
      skipLocalNumber(&text)
      // A local function in an extension with requirements has two lists of generic parameters.
      while text.first == "<" { guard text.skipGroup() != nil else { return nil } }
      Self.skipAttributes(&text)
      if text.first == "(" {
        guard let group = text.skipGroup() else { return nil }
        parameters = group
        labels = Self.labels(of: group)
      }
    } while text.skip(".")
    guard text.isEmpty || Self.typeBeginnings.contains(where: text.hasPrefix) else { return nil }
    hasType = !text.isEmpty
    functionType = parameters.map {
      "(\(Self.types(of: $0).joined(separator: ", ")))" + text.string
    }
    endsInLocalType = Self.endsInLocalNumber(text)
    foldAccessor(type: text)
    names[names.count - 1] = Self.sourceName(of: names[names.count - 1])
  }

  /// What comes between a declaration's name and its type.
  private static let typeBeginnings = [" -> ", " : ", " async ", " throws ", " throws("]

  /// The name as a report prints it, after its outer names.
  func text(in outer: [String]) -> String {
    (outer + names).joined(separator: ".") + (labels ?? "") + accessor
  }

  /// Removes the outermost name, which is the module's where the declaration is not local.
  mutating func removeModule() {
    guard names.count > 1 else { return }
    let first = names.removeFirst()
    module = module ?? first
  }

  /// The next name. The file that a private one carries is noted.
  private mutating func name(_ text: inout DemangledText) -> String? {
    // What has no name of its own has the file before its kind: `Cart.(in _E35).init(items:)`.
    if text.hasPrefix("(in ") {
      guard var file = text.skipGroup(), file.skip("in "), text.skip("."), text.first != "("
      else { return nil }
      discriminators.append(file.string)
    }
    if text.first == "(" {
      let parts = text.skipGroup()?.split(by: " in ") ?? []
      guard parts.count == 2 else { return nil }
      discriminators.append(parts[1].string)
      return parts[0].string
    }
    if text.skip("`") {
      let name = text.skip { $0 == "`" }
      return text.skip("`") ? "`\(name.string)`" : nil
    }
    let name = text.skip { ". <(#@".unicodeScalars.contains($0) }
    return name.isEmpty ? nil : name.string
  }

  /// Removes ` #1` and the space after it.
  private mutating func skipLocalNumber(_ text: inout DemangledText) {
    guard text.skip(" #") else { return }
    isLocal = true
    let number = text.skip { !("0"..."9").contains($0) }.string
    if number != "1" { discriminators.append("#" + number) }
    var rest = text
    if rest.skip(" "), let first = rest.first, "<(@".unicodeScalars.contains(first) { text = rest }
  }

  /// Removes a function's attributes: `@Sendable ` comes right before its parameters.
  private static func skipAttributes(_ text: inout DemangledText) {
    while text.first == "@" {
      _ = text.skip { $0 == " " }
      _ = text.skip(" ")
    }
  }

  private static func endsInLocalNumber(_ text: DemangledText) -> Bool {
    let digits = text.scalars.reversed().prefix { ("0"..."9").contains($0) }
    return !digits.isEmpty
      && text.scalars.dropLast(digits.count).suffix(2).elementsEqual(
        " #".unicodeScalars)
  }

  /// `(a: Swift.Int, () -> ())` becomes `(a:_:)`.
  private static func labels(of parameters: DemangledText) -> String {
    if parameters.isEmpty { return "()" }
    let labels = parameters.split(by: ", ").map { parameter in
      var type = parameter
      let label = type.skip { ": (<[@".unicodeScalars.contains($0) }
      return type.hasPrefix(": ") ? label.string : "_"
    }
    return "(" + labels.map { $0 + ":" }.joined() + ")"
  }

  /// `a: Swift.Int, () -> ()` becomes `Swift.Int` and `() -> ()`.
  static func types(of parameters: DemangledText) -> [String] {
    if parameters.isEmpty { return [] }
    return parameters.split(by: ", ").map { parameter in
      var type = parameter
      _ = type.skip { ": (<[@".unicodeScalars.contains($0) }
      return type.skip(": ") ? type.string : parameter.string
    }
  }

  /// Replaces `name.getter : Type` by what the source calls it.
  private mutating func foldAccessor(type: DemangledText) {
    var type = type
    guard names.count > 1, let accessor = Self.accessors[names[names.count - 1]], type.skip(" : ")
    else { return }
    names.removeLast()
    self.accessor = accessor
    guard names[names.count - 1] == "subscript" else { return }
    if type.first == "<" { _ = type.skipGroup() }
    labels = type.skipGroup().map(Self.labels(of:))
  }

  private static let accessors = [
    "getter": "", "setter": ".set", "didset": ".didSet", "willset": ".willSet", "init": ".init",
    "modify": ".modify", "modify2": ".modify", "read": ".read", "read2": ".read",
    "unsafeAddressor": "", "unsafeMutableAddressor": "",
  ]

  private static func sourceName(of name: String) -> String {
    switch name {
    case "__allocating_init": return "init"
    case "__deallocating_deinit", "__isolated_deallocating_deinit": return "deinit"
    default: return LazyStorage.propertyName(of: name)
    }
  }
}
