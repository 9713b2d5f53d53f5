import LeakDeciding

extension [IgnoredLeak] {
  /// Whether these are all of `leak`: each of its cycles, where there are several.
  package func cover(_ leak: Leak) -> Bool {
    if let path = leak.path, path.leavesCycles {
      // Any of the objects may be on the cycles that are not told.
      return contains { $0.isFingerprint(of: leak) } || path.types.allSatisfy(cover)
    }
    return leak.cycles.allSatisfy { cycle in contains { $0.covers(cycle, of: leak) } }
  }
}

extension IgnoredLeak {
  /// Whether this is one of the cycles of `leak`, or all of it.
  package func coversPart(of leak: Leak) -> Bool {
    leak.cycles.contains { covers($0, of: leak) }
  }

  /// Whether this is `cycle`, one of those of `leak`, which has none where the cycle is `nil`.
  fileprivate func covers(_ cycle: RetainPath?, of leak: Leak) -> Bool {
    switch kind {
    case .type, .module: leak.causingTypes(of: cycle).contains(where: covers)
    case .fingerprint: isFingerprint(of: leak)
    case .edge(let source, let target): cycle?.leads(from: source, to: target) ?? false
    case .holder(let name):
      leak.holders.contains { holder in
        guard let place = holder.place else { return false }
        return [place.name, place.title, place.text].contains(name)
      }
    }
  }
}

extension IgnoredLeak {
  fileprivate func isFingerprint(of leak: Leak) -> Bool {
    if case .fingerprint(let digits) = kind {
      leak.fingerprint == digits.lowercased()
    } else {
      false
    }
  }
}

extension RetainPath {
  /// The types of the objects of the cycles, and of all that keep one another alive.
  fileprivate var types: [String] { cuts.flatMap(\.ownTypes) + members.map(\.typeName) }

  /// The types of the objects of this cycle.
  fileprivate var ownTypes: [String] { [start] + steps.compactMap(\.target) }
}

extension Leak {
  /// What holds the object; nothing for other verdicts.
  fileprivate var holders: [Holder] {
    switch verdict {
    case .held(let holders): holders
    case .deinitialized, .late, .leaked, .inconclusive: []
    }
  }

  /// The cycles that have to be broken; one that is `nil` where there is none.
  fileprivate var cycles: [RetainPath?] { path?.cuts ?? [nil] }

  /// The types of the objects that form the cycle, or of the objects that are held.
  ///
  /// All that keep one another alive form the cycle where one change breaks all there are.
  fileprivate func causingTypes(of cycle: RetainPath?) -> [String] {
    guard let cycle else { return [typeName] + also.map(\.typeName) }
    return path?.further.isEmpty == true ? cycle.types : cycle.ownTypes
  }
}

extension RetainPath {
  /// Whether the cycle leads from an object, or a property of one, that a person calls `source` to one of the type `target`.
  fileprivate func leads(from source: String, to target: String) -> Bool {
    var owner = start
    var first: Step?
    for step in steps {
      if first == nil { first = step }
      guard let next = step.target else { continue }
      if IgnoredLeak.name(target, isOf: next), isCalled(source, owner: owner, first: first) {
        return true
      }
      owner = next
      first = nil
    }
    return false
  }

  /// Whether `name` is the type of `owner`, or that and the property that `step` is.
  private func isCalled(_ name: String, owner: String, first step: Step?) -> Bool {
    IgnoredLeak.name(name, isOf: owner) || step?.property?.isCalled(name) ?? false
  }
}

extension RetainPath.Step.Property {
  /// Whether `name` is a type that has the property, and the names that lead to the reference, or the first of them: `Folder.children`
  /// is each of its elements, whose positions differ from run to run.
  fileprivate func isCalled(_ name: String) -> Bool {
    let owners = [owner, declaringClass ?? owner]
    return name.indices.contains { index in
      guard name[index] == "." || name[index] == "[" else { return false }
      let names = name[index...].drop { $0 == "." }
      return begins(with: String(names))
        && owners.contains { IgnoredLeak.name(String(name[..<index]), isOf: $0) }
    }
  }

  /// Whether ``path`` is `names`, or that and what is in there, wherever an element is.
  private func begins(with names: String) -> Bool {
    let path = RetainPath.Step.withoutPositions(path)
    let names = RetainPath.Step.withoutPositions(names)
    guard !names.isEmpty, path.hasPrefix(names) else { return false }
    let rest = path.dropFirst(names.count)
    return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
  }
}
