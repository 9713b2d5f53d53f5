import HeapModel
import HeapReading

/// What one look at the heap says about why an object is alive.
enum Judgement: Hashable {
  /// Every strong reference to the object's component comes from inside, and the component has a cycle.
  /// It is final when no weak or unowned reference leads into it either: then nothing can ever break it.
  case proven(RetainPath, isFinal: Bool)

  /// Strong references to the component, this many, come from outside or from what could not be read.
  case held(Int, unread: [String])

  /// The look gave no answer. The reason is one sentence part.
  case inconclusive(String)
}

extension Judgement {
  /// Compares the reference counts of the objects that the tracked object forms cycles with to the
  /// references that were found.
  ///
  /// Where what is sure has a cycle through the object, it decides alone. A conservative reference may be a
  /// stale word: where a count has room for it, it can show a cycle that nothing else shows, but it cannot
  /// make a held cycle a leaked one.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  static func decide(_ evidence: HeapEvidence) -> Judgement {
    guard !evidence.graph.objects.isEmpty else { return .inconclusive("the object was not found") }
    guard let sure = evidence.graph.withoutConservativeReferences() else { return weigh(evidence) }
    guard sure.component(of: 0).containsCycle else {
      return weigh(evidence.withoutRefutedReferences())
    }
    var evidence = evidence
    evidence.graph = sure
    return weigh(evidence)
  }

  /// Whatever reaches the tracked object's component and is itself reached belongs to the component. So the
  /// references to it that were found all come from inside, and what the counts say beyond them comes from
  /// outside.
  private static func weigh(_ evidence: HeapEvidence) -> Judgement {
    let graph = evidence.graph
    let component = graph.component(of: 0)
    let incoming = graph.incomingReferences(of: component)
    let balance = evidence.balance(of: component) { incoming[$0] ?? IncomingReferences() }
    guard !balance.isContradicted else {
      return .inconclusive("the graph changed while it was read")
    }
    guard balance.outside == 0 else {
      // The missing references may be those that were being rewritten.
      if evidence.hasChanged { return .inconclusive("the graph changed while it was read") }
      return .held(balance.outside, unread: evidence.unread.sorted())
    }
    guard component.containsCycle, let cycle = graph.shortestCycle(through: 0) else {
      return .inconclusive("the graph changed while it was read")
    }
    let path = RetainPath(
      cycle.references, in: graph, name: evidence.name, line: evidence.line,
      declaringClass: evidence.declaringClass)
    return .proven(path, isFinal: balance.isFinal)
  }

  /// Takes one look at the live heap around `object`.
  static func look(at object: TrackedObject) -> Judgement {
    do {
      return decide(HeapEvidence(try HeapReader.shared.snapshot(from: object.witness.pointer)))
    } catch {
      return .inconclusive(error.reason)
    }
  }

  /// The verdict, when there is no more time for things to change.
  var verdict: Verdict {
    switch self {
    case .proven(let path, _): .leaked(path)
    case .held(let count, let unread): .held(by: [.unknown(count)] + unread.map(Holder.unread))
    case .inconclusive(let reason): .inconclusive(reason)
    }
  }
}
