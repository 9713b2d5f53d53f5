/// The change of a property's declaration that makes it keep nothing.
struct PropertyEdit {
  private let declaration: PropertyDeclaration
  /// The tokens of the type.
  private let type: Range<Int>

  private var source: SourceFiles.Source { declaration.source }
  private var tokens: [SwiftTokens.Token] { declaration.tokens }

  /// The declaration of the property `name` of the type that has `line`; `nil` where it is not found, or is not a plain one.
  init?(_ source: SourceFiles.Source, property name: String, inTypeAt line: Int) {
    self.init(source, source.properties.token(of: name, inTypeAt: line))
  }

  /// The declaration of the property `name` of the structure of this name; `nil` as above.
  init?(_ source: SourceFiles.Source, property name: String, inStructureNamed structure: String) {
    self.init(source, source.properties.token(of: name, inStructureNamed: structure))
  }

  /// The declaration that has the property's name at this index among the tokens.
  private init?(_ source: SourceFiles.Source, _ index: Int?) {
    guard let declaration = PropertyDeclaration(source, nameAt: index), let type = declaration.type,
      declaration.value.map(declaration.text) ?? "nil" == "nil",
      !Self.isOfManyValues(declaration.tokens[type].map(\.text))
    else { return nil }
    self.declaration = declaration
    self.type = type
  }

  /// Whether a type that is written so is none of an object: a function's, a tuple's, or an optional of an optional.
  private static func isOfManyValues(_ type: [String]) -> Bool {
    let marks = type.suffix(2)
    return zip(type, type.dropFirst()).contains { $0 == ("-", ">") }
      || type.first == "(" && type.contains { $0 == "," || $0 == "repeat" }
      || marks.count == 2 && marks.allSatisfy { $0 == "?" || $0 == "!" }
  }

  private var isOptional: Bool {
    guard let last = type.last else { return false }
    return ["?", "!"].contains(tokens[last].text) || tokens[type.lowerBound].text == "Optional"
  }

  /// The edit that makes it `weak`; `nil` where its type is not optional, or it has to stay a constant, or may have to. `classes` are as
  /// in ``PropertyDeclaration/mayBeSharedConstant(inOneOf:)``.
  func weak(inOneOf classes: [String] = []) -> SourceEdit? {
    guard isOptional else { return nil }
    let keyword = tokens[declaration.keyword]
    if declaration.isSharedConstant || declaration.mayBeSharedConstant(inOneOf: classes) {
      return nil
    }
    return keyword.text == "var"
      ? SourceEdit(source, inserting: "weak ", at: keyword.offset)
      : SourceEdit(source, keyword.offset..<keyword.end, "weak var")
  }

  /// Whether what it refers to, one of the `targets`, may have no other owner than the part, which is one of `classes`.
  func mayKeepOwner(inOneOf classes: [String], owners targets: [String]) -> Bool {
    declaration.mayKeepOwner(inOneOf: classes, owners: targets)
  }

  /// The edit that makes it `unowned`; `nil` where its type is optional, or where the source tells of a `deinit`, or does not tell of one:
  /// of `classes`, which are as above, and of the `targets` that it may refer to, all of which are to be there. Nor is there one where
  /// the object may keep itself for a while longer than its owner is there, or somebody else may. `property` is that of the owner which
  /// has the object, where that is told.
  func unowned(
    inOneOf classes: [String] = [], of targets: [String] = [], as property: String? = nil
  ) -> SourceEdit? {
    guard !isOptional, !declaration.hasDeinit(inOneOf: classes + targets),
      !declaration.mayKeepItself(inOneOf: classes),
      !declaration.mayBeKeptAlone(inOneOf: classes, without: targets, as: property),
      targets.allSatisfy(declaration.isDeclaredBeside)
    else { return nil }
    return SourceEdit(source, inserting: "unowned ", at: tokens[declaration.keyword].offset)
  }
}
