import LeakDeciding

extension [IgnoredLeak] {
  /// Whether these are all of `leak`: each of its cycles, where there are several, and what holds it as well as the cycle that keeps
  /// it afterwards.
  package func cover(_ leak: Leak) -> Bool {
    leak.keepers.allSatisfy { keeper in
      contains { $0.covers(keeper, of: leak) }
        // Any of the objects may be on the cycles that are not told.
        && (!keeper.leavesCycles || contains { $0.isFingerprint(of: leak) }
          || keeper.types.allSatisfy(cover))
    }
  }
}

extension IgnoredLeak {
  /// Whether this is one of the reasons for which the object of `leak` stays, or all of them.
  package func coversPart(of leak: Leak) -> Bool {
    leak.keepers.contains { covers($0, of: leak) }
  }

  /// Whether this is `keeper`, one of those of `leak`.
  fileprivate func covers(_ keeper: Leak.Keeper, of leak: Leak) -> Bool {
    switch kind {
    case .type, .module: leak.types(of: keeper).contains(where: covers)
    case .fingerprint: isFingerprint(of: leak)
    case .edge(let source, let target): keeper.cycle?.leads(from: source, to: target) ?? false
    case .holder(let name):
      keeper.place.map { [$0.name, $0.title, $0.text].contains(name) } ?? false
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
  /// One of the reasons for which the object stays: each has to go.
  fileprivate enum Keeper {
    /// A cycle that has to be broken, one of those of `path`.
    case cycle(RetainPath, of: RetainPath)
    /// A place that holds the object.
    case place(HoldingPlace)
    /// Nothing that has a name.
    case unknown

    var cycle: RetainPath? { if case .cycle(let cycle, _) = self { cycle } else { nil } }
    var place: HoldingPlace? { if case .place(let place) = self { place } else { nil } }

    /// Whether there are more cycles than are told.
    var leavesCycles: Bool {
      if case .cycle(_, let path) = self { path.leavesCycles } else { false }
    }

    /// The types of all objects that keep one another alive.
    var types: [String] { if case .cycle(_, let path) = self { path.types } else { [] } }
  }

  /// All reasons for which the object is known to stay, at least one.
  fileprivate var keepers: [Keeper] {
    let keepers: [Keeper] =
      switch verdict {
      case .leaked(let path): Self.cycles(of: path)
      case .held(let holders):
        holders.compactMap(\.place).map(Keeper.place)
          + (holders.cycleAfterwards.map(Self.cycles) ?? [])
      case .deinitialized, .late, .inconclusive: []
      }
    return keepers.isEmpty ? [.unknown] : keepers
  }

  private static func cycles(of path: RetainPath) -> [Keeper] {
    path.cuts.map { .cycle($0, of: path) }
  }

  /// The types of the objects that form the cycle, or of the objects that are held.
  ///
  /// All that keep one another alive form the cycle where one change breaks all there are.
  fileprivate func types(of keeper: Keeper) -> [String] {
    guard case .cycle(let cycle, let path) = keeper else {
      return [typeName] + also.map(\.typeName)
    }
    return path.further.isEmpty ? cycle.types : cycle.ownTypes
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
