import HeapModel
import HeapReading

/// Finds out what holds objects of which only is known that something does.
///
/// It looks at the whole process, and so only when something survived.
package enum HolderSearch {
  /// An object of which is asked what holds it.
  struct Subject {
    var witness: ObjectWitness
    /// The name of its type, with its module.
    var typeName: String
  }

  /// `verdicts` on `objects`, with the holders that were not known before. An object that no root reaches is not
  /// held but leaked: by a cycle that leads to it, or by a retain that was never given back.
  static func refined(_ verdicts: [Verdict], on objects: [Subject]) -> [Verdict] {
    let unknown = verdicts.indices.filter { verdicts[$0].isWithoutPlace }
    if unknown.isEmpty { return verdicts }
    let answers = HeapReader.shared.holders(of: unknown.map { objects[$0].witness }).answers
    var result = verdicts
    for (index, answer) in zip(unknown, answers) {
      guard objects[index].witness.isAlive, case .held(let holders) = verdicts[index] else {
        continue
      }
      result[index] = verdict(on: objects[index], held: holders, after: answer)
    }
    return result
  }

  /// What holds each of `objects` that is alive, for those of which it can be told.
  static func holders(of objects: [TrackedObject]) -> [[Holder]] {
    HeapReader.shared.holders(of: objects.map(\.witness)).answers.map { answer in
      guard case .held(let path) = answer else { return [] }
      return [Holder(path)]
    }
  }

  /// How many of `objects` a search alone would say are held, and how many possibly held: without their counts.
  package static func counts(of objects: [TrackedObject]) -> (sure: Int, possible: Int) {
    let holders = holders(of: objects).flatMap(\.self)
    let sure = holders.count(where: \.isSure)
    return (sure, holders.count - sure)
  }

  private static func verdict(
    on object: Subject, held holders: [Holder], after answer: RootAnswer
  ) -> Verdict {
    switch answer {
    case .held(let path):
      let holder = Holder(path)
      // A proof by counts outranks a word that may mean nothing.
      if !holder.isSure, let path = GarbageCycle.path(to: object, among: path.referrers) {
        return .leaked(path)
      }
      return .held(by: [holder])
    case .unknown(let reason): return .held(by: holders + [.unsearched(reason)])
    case .unreached(let referrers, let isCertain):
      if let path = GarbageCycle.path(to: object, among: referrers) { return .leaked(path) }
      // What could not be read may hold it after all.
      guard isCertain, holders.count == 1 else { return .held(by: holders) }
      return .leaked(
        GarbageCycle.explainedPath(to: object, among: referrers)
          ?? RetainPath(lostRetainsOf: object.typeName))
    }
  }
}

extension Holder {
  /// The place that a path begins at, and the path.
  fileprivate init(_ path: RootPath) {
    self = .place(HoldingPlace(path), path: HoldingPath(path))
  }
}

extension HolderSearch.Subject {
  init(_ object: TrackedObject) {
    self.init(witness: object.witness, typeName: object.typeName)
  }
}

extension Verdict {
  /// Whether the object is held, and by what is not known.
  fileprivate var isWithoutPlace: Bool {
    guard case .held(let holders) = self else { return false }
    return !holders.contains { if case .place = $0 { true } else { false } }
  }
}

extension HoldingPath {
  init(_ path: RootPath) {
    let graph = path.snapshot.graph
    let name = { (function: FunctionID) in path.snapshot.name(of: function) }
    let references = Array(graph.references.indices)
    // What the system has inside before the first closure or object of the program's is no help.
    let own = references.drop { reference in
      let isSystems = graph.type(of: graph.source(of: reference)).visibility != .program
      guard isSystems, let function = graph.function(of: reference) else { return isSystems }
      return !ProgramCode.contains(path.snapshot.functions[Int(function.rawValue)])
    }
    self.init(
      steps: RetainPath.Step.steps(
        along: Array(own), in: graph, name: name,
        line: { path.snapshot.line(of: $0) }),
      references: references.map { graph.described($0, name: name) },
      isSure: path.isSure && !path.isOnlyOnStack)
  }
}

extension RootPath {
  /// Whether nothing but a word on a stack speaks for the path, outside the frames of the program's functions.
  fileprivate var isOnlyOnStack: Bool {
    guard case .stack(_, let frames) = root else { return false }
    return ProgramCode.caller(among: frames) == nil
  }
}
