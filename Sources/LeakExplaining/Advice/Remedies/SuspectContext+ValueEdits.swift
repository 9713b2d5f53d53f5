import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// Edits where a structure, a variable or a cache has the object.
extension SuspectContext {
  /// The edits of a closure that captures a structure for a part of it.
  var partEdits: [SourceEdit]? {
    guard let capture = suspect.step.capture, capture.target != nil, !suspect.leadsToNoObject,
      !suspect.leadsToTask, !mayBeOnlyOwner,
      // A capture list has what the variable has when the closure is made.
      !suspect.isVariable, let carried,
      let place = suspect.place, !place.isApproximate,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    let properties =
      carried.variable == "self"
      ? source.properties.structure(at: place.line)
      : carried.structure.flatMap(source.properties.properties(ofStructureNamed:))
    guard let properties,
      let part = carried.part ?? onlyPart(among: properties, source),
      let closure = closureInSource(using: carried.variable) ?? closureInSource(using: part)
    else { return nil }
    let signature = function?.signature
    return closure.capturing(
      part: part, of: carried.variable,
      canBeWeak: ownLinks.last?.label.isLooseExistential != true, structure: properties,
      result: signature?.result,
      emptyValue: signature?.emptyValue)
  }

  /// A captured structure that has the object.
  private struct Carried {
    var variable: String
    /// The property of the structure, where it is known.
    var part: String?
    /// The structure's own name, where it is known.
    var structure: String?
  }

  /// The captured structure, where the suspect is a part of one.
  private var carried: Carried? {
    guard let capture = suspect.step.capture else { return nil }
    if let names = capture.variable?.split(separator: "."), names.count == 2,
      names.allSatisfy({ $0.first?.isNumber == false })
    {
      return Carried(
        variable: String(names[0]), part: String(names[1]),
        structure: captureLabel.flatMap { structureName($0.declaredType) })
    }
    // A captured array is a carrier as well.
    guard let carrier = capture.carrier,
      !ownLinks.contains(where: { [.element, .key, .value].contains($0.label.role) })
    else { return nil }
    let type = function?.variables?.parameter(ofCapture: 0, of: 1)?.type
    return Carried(variable: carrier, structure: type.flatMap(structureName))
  }

  /// The only property that is declared with the target's type.
  private func onlyPart(
    among properties: [String: PropertyLines.Property], _ source: SourceFiles.Source
  ) -> String? {
    let target = suspect.step.target ?? ""
    let found = properties.filter { _, property in
      guard let declaration = PropertyDeclaration(source, nameAt: property.token),
        let words = declaration.type ?? declaration.value
      else { return false }
      let text = declaration.text(words)
      let type = declaration.type == nil ? text.prefix { $0 != "(" } : text[...]
      return target.hasSuffix("." + type.prefix { $0 != "?" && $0 != "!" })
    }
    return found.count == 1 ? found.first?.key : nil
  }

  /// The edits of a variable that closures share, and that is set when one of them has been made, to the object or to the closure.
  var variableEdits: [SourceEdit]? {
    guard isCapture, suspect.isVariable || isSetLaterInSource,
      let variable = suspect.step.capture?.variable, !variable.contains("."),
      let closure = closureInSource(using: variable)
    else { return nil }
    if suspect.leadsToClosure {
      // Of closures that call one another all have to become functions.
      return isOfManyClosures
        ? nil : RecursionEdit(closure.source, variable: variable, of: closure.brace)?.edits
    }
    return VariableEdit(closure.source, variable: variable, of: closure.brace)?.edits
  }

  /// Whether the source shows that the captured variable has its last value when the closure is made: a weak capture has the same.
  var isSetBeforeItsClosure: Bool { capturedInSource.map(isSetBefore) ?? false }

  /// Whether the source shows a variable that is set when the closure has been made, or by it. Optimised code may have captured its value
  /// all the same, where that is the last one.
  var isSetLaterInSource: Bool {
    guard let captured = capturedInSource, captured.name != "self" else { return false }
    if captured.closure.copies(captured.name) { return false }
    let tokens = captured.closure.tokens
    let before = captured.around.token + 1..<captured.closure.brace.token
    return before.contains { tokens[$0].text == captured.name && tokens[$0 - 1].text == "var" }
      && !isSetBefore(captured)
  }

  /// Whether the source shows that the closure has a copy of the variable's value: its capture list says so.
  var isCopiedInSource: Bool {
    capturedInSource.map { $0.closure.copies($0.name) } ?? false
  }

  /// A captured variable, its closure, and the braces around that, as the source has them.
  private typealias CapturedInSource = (
    name: String, closure: ClosureEdit, around: SourceOutline.Brace
  )

  private var capturedInSource: CapturedInSource? {
    guard let variable = suspect.step.capture?.variable,
      let closure = closureInSource(using: variable), let parent = closure.brace.parent
    else { return nil }
    return (variable, closure, closure.source.outline.braces[parent])
  }

  private func isSetBefore(_ captured: CapturedInSource) -> Bool {
    let (variable, closure, around) = captured
    let tokens = closure.tokens
    return (around.token + 1..<(around.end ?? tokens.count)).allSatisfy { index in
      if tokens[index].text != variable || tokens[index - 1].text == "." { return true }
      let isSet = tokens[index - 1].text == "&" || tokens[index + 1].text == "="
      // What the closure is a part of is assigned when the closure has been made.
      return !isSet
        || index < closure.brace.token
          && !isInOneStatement(index, closure.brace.token, of: tokens)
    }
  }

  /// Whether the tokens from `start` to `end` are of one statement, as far as the lines tell.
  private func isInOneStatement(_ start: Int, _ end: Int, of tokens: [SwiftTokens.Token]) -> Bool {
    var depth = 0
    for index in (start + 1)...end {
      if depth == 0 {
        let isNewLine = tokens[index].line > tokens[index - 1].line
        let goesOn =
          [".", "?", ":", "{"].contains(tokens[index].text)
          || ["=", "(", ",", "?", ":", "&", "|", "+"].contains(tokens[index - 1].text)
        if tokens[index].text == ";" || isNewLine && !goesOn { return false }
      }
      if ["(", "[", "{"].contains(tokens[index].text) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index].text) { depth -= 1 }
      if depth < 0 { return false }
    }
    return true
  }

  /// The edits of a property of a structure that a property stores, or that is an error.
  var chainedEdits: [SourceEdit]? {
    guard !isCapture, let target = suspect.step.target, let place = suspect.place,
      let source = SourceFiles.shared.source(of: place), let last = ownLinks.last?.label
    else { return nil }
    var names = last.displayPath.split(separator: ".").map(String.init)
    if ownLinks.count == 1 { names = Array(names.dropFirst()) }
    let isValue = ownLinks.count == 1 || ownLinks.last?.source.kind == .errorBox
    guard isValue, names.count == 1, let structure = structureName(last.declaredType) else {
      return nil
    }
    return ChainedPropertyEdit(
      source, property: names[0], inStructureNamed: structure, target: target)?.edits
  }

  /// The edit of a cache of Foundation's whose entries keep one another.
  var cacheEdit: [SourceEdit]? {
    let owner = TypeName(suspect.owner.name)
    guard owner.nominal == "Foundation.NSCacheEntry", owner.arguments.count == 2,
      let place = contentPlace, let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return CacheEdit.edit(source, key: owner.arguments[0], value: owner.arguments[1]).map { [$0] }
  }

  /// The own name of a structure from that of a type, which may be an optional one; `nil` for a generic one.
  private func structureName(_ type: String) -> String? {
    let optional = "Swift.Optional<"
    let name = type.hasPrefix(optional) ? type.dropFirst(optional.count).dropLast() : type[...]
    return name.contains("<") ? nil : name.split(separator: ".").last.map(String.init)
  }
}
