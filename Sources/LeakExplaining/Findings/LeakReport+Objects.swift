import LeakDeciding

extension LeakReport {
  /// The report on `objects`, whose verdicts stand in the same order. Objects of one cause are counted
  /// together.
  ///
  /// - Parameters:
  ///   - representatives: For some objects, by their index, that of the one whose verdict theirs is: it is told for them.
  ///   - groups: For each object the number of the group that is the reason, where that is known; none where no group is.
  ///   - retained: What would go with an object, where that is known.
  package init(
    on objects: [TrackedObject], verdicts: [Verdict], representatives: [Int: Int] = [:],
    groups: [Int?] = [], retained: (TrackedObject) -> LeakSize? = { _ in nil }
  ) {
    var leaks = LeakTally()
    var late = LeakTally()
    // Where the findings are that represent others.
    var positions: [Int: Int] = [:]
    // Thousands have few types, most the same one as the object before.
    var names: [ObjectIdentifier: String] = [:]
    var last: (type: ObjectIdentifier, name: String)?
    func name(_ object: TrackedObject) -> String {
      let type = object.typeIdentity
      if let last, last.type == type { return last.name }
      let name = names[type] ?? object.typeName
      names[type] = name
      last = (type, name)
      return name
    }
    func leak(_ index: Int) -> Leak {
      let name = name(objects[index])
      var leak = Leak(objects[index], called: name, verdict: verdicts[index])
      leak.retained = retained(objects[index])
      return leak
    }
    func group(_ index: Int) -> Int? { groups.isEmpty ? nil : groups[index] }
    for (index, verdict) in verdicts.enumerated() where verdict != .deinitialized {
      if case .late = verdict {
        late.add(leak(index))
      } else if let representative = representatives[index] {
        let position =
          positions[representative]
          ?? leaks.add(leak(representative), of: group(representative))
        positions[representative] = position
        leaks.count(leak(index), of: group(index), at: position)
      } else if positions[index] == nil {
        positions[index] = leaks.add(leak(index), of: group(index))
      }
    }
    self.init(leaks: leaks.leaks, late: late.leaks)
  }
}

extension Leak {
  /// The finding that `verdict` is on `object`.
  package init(_ object: TrackedObject, verdict: Verdict) {
    self.init(object, called: object.typeName, verdict: verdict)
  }

  /// The same, where the type's name is known.
  fileprivate init(_ object: TrackedObject, called typeName: String, verdict: Verdict) {
    self.init(
      typeName: typeName, label: object.label, verdict: verdict, location: object.location)
  }
}
