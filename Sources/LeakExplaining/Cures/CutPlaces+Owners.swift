import LeakDeciding
import LeakHeapModel

/// Who made an object of a group, and who has it there. The counts say nothing of it: of what nobody outside has any more, each retain
/// is a reference of the group's.
extension CutPlaces {
  /// A member whose class makes the class of `object`, and is none that is derived from it; `nil` where somebody else makes it. Of two
  /// classes each of which makes the other, as generic ones seem to, nothing is known.
  func maker(of object: HeapGraph.ObjectID, _ evidence: HeapEvidence) -> HeapGraph.ObjectID? {
    guard graph.isProgramsInstance(object) else { return nil }
    return makers.first { maker in
      graph.objects[maker].type != graph.objects[object].type
        && !graph.type(of: maker).isKind(of: graph.type(of: object).nominalName)
        && evidence.makes(maker, object) && !evidence.makes(object, maker)
    }
  }

  /// Whether the class of `object` makes that of another member: it was there first, and somebody outside had it.
  func makesMembers(_ object: HeapGraph.ObjectID, _ evidence: HeapEvidence) -> Bool {
    makers.contains { made in
      graph.objects[made].type != graph.objects[object].type
        && evidence.makes(object, made) && !evidence.makes(made, object)
    }
  }

  /// Whether a member made `object` and leads to it by the references in `own`, and by what is stored in `place`, and by closures alone:
  /// without these it has lost it. Nobody outside of the group has it either.
  func isLost(
    _ object: HeapGraph.ObjectID, without own: Range<Int>, of cycle: [HeapGraph.ReferenceID],
    at place: @autoclosure () -> Place?, _ evidence: HeapEvidence
  ) -> Bool {
    guard graph.isProgramsInstance(object), let found = references(to: object),
      evidence.counts(object)?.strong == found
    else { return false }
    let own = Set(cycle[own])
    let changed = place()
    let owners = references(to: object) { member, reference in
      member != object && graph.references[reference].confidence != .conservative
        && !own.contains(reference)
        && self.place(of: reference) != changed && graph.function(of: reference) == nil
        && !Self.passing.contains(graph.kind(of: member))
    }
    return owners == 0 && maker(of: object, evidence) != nil
  }

  /// What is there for a closure, or for work, and owns nothing in its own right.
  private static let passing: Set<HeapObjectType.Kind> = [
    .closureContext, .box, .block, .task,
  ]
}

extension HeapGraph {
  /// Whether an object is an instance of one of the program's classes.
  func isProgramsInstance(_ object: ObjectID) -> Bool {
    kind(of: object) == .instance && visibility(of: object) == .program
  }
}
