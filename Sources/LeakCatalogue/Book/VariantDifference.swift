/// What has to change for one variant of a case to become another.
struct VariantDifference: Sendable {
  /// The lines of both, each with `-`, `+` or a space before it.
  let text: String
  /// How many lines are only in one of them.
  let size: Int
  /// Whether other declarations are used, and not the same ones otherwise.
  let isOfDeclarations: Bool

  init(
    from old: Variant, to new: Variant, in source: CaseSource, declarations: CaseDeclarations
  ) {
    let bodies = [old, new].map { source.body(ofVariantOnLine: $0.location.line).lines }
    let used = bodies.map(declarations.used(by:))
    var own = [used[0].subtracting(used[1]), used[1].subtracting(used[0])]
    for index in 0..<2 where own[index].isEmpty {
      own[index] = declarations.named(
        bodies[index].words.subtracting(bodies[1 - index].words), among: used[index])
    }
    let parts = own.map { own in
      declarations.all.filter { declaration in
        own.contains(declaration)
          // A type has its members in it.
          && !own.contains { $0.isType && $0.name == declaration.owner }
      }
    }

    // Where other functions do the work, their calls have nothing to add.
    let names = Set(own.flatMap { $0.map(\.name) })
    let areCallsAlike = bodies[0].replacing(names) == bodies[1].replacing(names)
    var sides = parts.map { $0.map(\.lines.texts) }
    isOfDeclarations = !parts.contains { $0.isEmpty }
    if !isOfDeclarations { sides = [[], []] }
    if !areCallsAlike || !isOfDeclarations {
      for index in 0..<2 { sides[index].append(bodies[index].texts) }
    }
    let lines = Self.lines(sides[0].flattened, sides[1].flattened)
    text = lines.joined(separator: "\n")
    size = lines.count { !$0.hasPrefix(" ") && !$0.isEmpty }
  }

  private static func lines(_ old: [String], _ new: [String]) -> [String] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var position = 0
    for offset in old.indices {
      if removed.contains(offset) {
        lines.append("-" + old[offset])
        continue
      }
      while inserted.contains(position) {
        lines.append("+" + new[position])
        position += 1
      }
      lines.append(old[offset].isEmpty ? "" : " " + old[offset])
      position += 1
    }
    return lines + new[position...].map { "+" + $0 }
  }
}

extension CaseDeclarations {
  /// The functions that these words call, each of which must be the only one of its name.
  fileprivate func named(
    _ words: Set<String>, among used: Set<Declaration>
  ) -> Set<Declaration> {
    used.filter { declaration in
      !declaration.isType && !declaration.isAlwaysUsed && words.contains(declaration.name)
        && all.count { $0.name == declaration.name } == 1
    }
  }
}

extension [[String]] {
  /// The parts' lines, with an empty line between parts.
  fileprivate var flattened: [String] { [String](joined(separator: [""])) }
}

extension [CaseSource.Line] {
  /// The lines' texts without these names.
  fileprivate func replacing(_ names: Set<String>) -> [String] {
    texts.map { text in
      text.split(omittingEmptySubsequences: false) { !$0.isLetter && !$0.isNumber }
        .map { names.contains(String($0)) ? "" : String($0) }.joined(separator: " ")
    }
  }
}
