import LeakDeciding

extension IgnoredLeak {
  /// Whether this is `leak`.
  package func covers(_ leak: Leak) -> Bool {
    switch kind {
    case .type, .module: leak.causingTypes.contains(where: covers)
    case .fingerprint(let digits): leak.fingerprint == digits.lowercased()
    case .edge(let source, let target):
      leak.path.map { path in path.cuts.contains { $0.leads(from: source, to: target) } } ?? false
    case .holder(let name):
      leak.holders.contains { holder in
        guard let place = holder.place else { return false }
        return [place.name, place.title, place.text].contains(name)
      }
    }
  }
}

extension Leak {
  /// What holds the object; nothing for other verdicts.
  fileprivate var holders: [Holder] {
    switch verdict {
    case .held(let holders): holders
    case .deinitialized, .late, .leaked, .inconclusive: []
    }
  }

  /// The types of the objects that form the cycles, or of the objects that are held.
  var causingTypes: [String] {
    guard let path else { return [typeName] + also.map(\.typeName) }
    return path.cuts.flatMap { cut in
      [cut.start] + cut.steps.compactMap(\.target) + cut.members.map(\.typeName)
    }
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
    if IgnoredLeak.name(name, isOf: owner) { return true }
    guard let property = step?.property, name.hasSuffix("." + property.path) else { return false }
    return [property.owner, property.declaringClass ?? property.owner].contains { owner in
      IgnoredLeak.name(String(name.dropLast(property.path.count + 1)), isOf: owner)
    }
  }
}
