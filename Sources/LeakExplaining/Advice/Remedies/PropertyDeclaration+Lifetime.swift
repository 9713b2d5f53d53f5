import LeakHeapModel

extension PropertyDeclaration {
  /// Whether the type that declares it, or one of the `classes` that the file has, has code that may keep the object while nobody else
  /// does: a closure or a task that uses `self`, a method that is handed on, or one that awaits. The owner may go meanwhile.
  func mayKeepItself(inOneOf classes: [String]) -> Bool {
    let names = ownNames(andOf: classes)
    let braces = source.outline.braces
    return braces.indices.contains { type in
      guard braces[type].kind == .type, tokens.isOfType(braces[type].token, named: names),
        let end = braces[type].end
      else { return false }
      let methods = braces[type].functions
      return (braces[type].token + 1..<end).contains {
        isWaiting($0) || isMethodAsValue($0, of: methods)
      }
        || braces.indices.contains { index in
          let brace = braces[index]
          return brace.kind == .closure
            && source.outline.ancestors(of: index).first { braces[$0].kind == .type } == type
            && (brace.usesSelf || brace.isTask || brace.capturesSelfWeakly
              || brace.capturesSelfStrongly || brace.evaluatesSelf)
        }
    }
  }

  /// Whether a file of the package shows somebody who may have the object without its owner, one of the `targets`: it is the result of a
  /// function, a property of another type, handed to a closure, or a member of an owner that nothing keeps, `House().door`; or whether
  /// the files could not all be read. The object may be declared there as one of its protocols.
  ///
  /// - Parameters:
  ///   - classes: The name of the object's class, and those of its superclasses.
  ///   - property: The owner's property that has the object, where that is told.
  func mayBeKeptAlone(
    inOneOf classes: [String], without targets: [String], as property: String? = nil
  ) -> Bool {
    let owners = Self.ownNames(of: targets)
    let parts = ownNames(andOf: classes)
    let question = SourceFiles.Question(
      kind: .keepsAlone, path: source.path, parts: parts, owners: owners, property: property)
    return SourceFiles.shared.answer(to: question) {
      let protocols = tokens.protocols(of: parts)
      let own = typeKeyword.map { tokens.names(ofTypeAt: $0) } ?? nil
      // What only this file can name it may still give to others.
      let read = property.map { Set(targets.prefix(1).compactMap { TypeName($0).own } + [$0]) }
      let sets = [own, read].compactMap(\.self) + protocols.map { [$0] }
      let others = SourceFiles.shared.others(than: source, havingOneOf: Set(sets))
      return others.map { others in
        let others = others.filter { other in
          !other.hasNamesakes(of: owners, beside: own)
            || other.tokens.tokens.contains { protocols.contains($0.text) }
        }
        return ([source] + others).contains {
          $0.showsAlone(parts.union(protocols), owners: owners, as: property)
        }
      } ?? true
    }
  }

  /// Whether a file of the package shows an owner, one of the `targets`, that is made for the part that it gives away, and that nobody
  /// else keeps: `Connection().statement()`.
  ///
  /// - Parameter classes: The name of the part's class, and those of its superclasses.
  func mayKeepOwner(inOneOf classes: [String], owners targets: [String]) -> Bool {
    let parts = ownNames(andOf: classes)
    let owners = Self.ownNames(of: targets)
    let question = SourceFiles.Question(
      kind: .keepsOwner, path: source.path, parts: parts, owners: owners)
    return SourceFiles.shared.answer(to: question) {
      let heads = owners.flatMap { name in
        ["actor", "class"].flatMap { tokens.heads(of: name, keyword: $0) }
      }
      let sets = heads.isEmpty ? owners.map { [$0] } : heads.compactMap(tokens.names(ofTypeAt:))
      let others = SourceFiles.shared.others(than: source, havingOneOf: Set(sets)) ?? []
      let sources = [source] + others
      return sources.contains { user in
        let words = user.tokens.tokens
        return words.indices.contains { index in
          guard owners.contains(words[index].text), let member = user.member(ofObjectMadeAt: index)
          else { return false }
          return sources.contains { $0.gives(parts, by: words[member].text) }
        }
      }
    }
  }

  /// What the type that declares the property is called, and the `classes`, as in source.
  private func ownNames(andOf classes: [String]) -> Set<String> {
    var names = Self.ownNames(of: classes)
    if let own = typeKeyword, tokens.indices.contains(own + 1) {
      names.insert(tokens[own + 1].text)
    }
    return names
  }

  private static func ownNames(of types: [String]) -> Set<String> {
    Set(types.compactMap { TypeName($0).own })
  }

  private func isWaiting(_ index: Int) -> Bool {
    ["async", "await"].contains(tokens[index].text) && tokens[index - 1].text != "."
  }

  /// Whether one of the type's methods is used as a value: `queue.async(execute: run)`.
  private func isMethodAsValue(_ index: Int, of methods: [String: Int]) -> Bool {
    guard methods[tokens[index].text] != nil, [")", ","].contains(tokens[index + 1].text) else {
      return false
    }
    let before = tokens[index - 1].text
    return ["(", ",", ":"].contains(before) || before == "." && tokens[index - 2].text == "self"
  }
}
