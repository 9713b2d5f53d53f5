import LeakHeapModel
import LeakHeapReading

/// What the counts around an object say about why it is alive.
package enum Judgement: Hashable, Sendable {
  /// Nothing outside keeps it, as far as the references are known by places of this grade. It is final when nobody can
  /// look at it any more: then waiting changes nothing.
  case leaked(grade: EvidenceGrade, isFinal: Bool)

  /// Strong references to what the object forms cycles with, this many, come from outside or from what could not be
  /// read; 0 where they come to what leads there.
  case held(Int, unread: [String])

  /// The look gave no answer. The reason is one sentence part.
  case inconclusive(String)

  /// Why a look gave none, when other threads were at work.
  package static let changingGraph = "other threads changed the objects while they were read"
}

extension Judgement {
  /// Whether waiting can change nothing.
  package var isFinal: Bool {
    if case .leaked(_, isFinal: true) = self { true } else { false }
  }

  /// Whether nothing outside keeps the object, as far as that is known.
  package var isLeaked: Bool { if case .leaked = self { true } else { false } }

  /// Whether it is proven that nothing outside keeps the object.
  package var isProven: Bool {
    if case .leaked(let grade, _) = self { grade.provesLeak } else { false }
  }

  /// Whether a guess decides that nothing outside keeps the object.
  var isProbableLeak: Bool { isLeaked && !isProven }

  var isInconclusive: Bool {
    if case .inconclusive = self { true } else { false }
  }
}
