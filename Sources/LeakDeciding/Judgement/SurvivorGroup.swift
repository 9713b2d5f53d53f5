import LeakHeapModel
import LeakHeapReading

/// Objects that outlived a scope for one reason, which one report tells.
package struct SurvivorGroup: Hashable, Sendable {
  /// The name of the type of the object that the report is about, with its module.
  package var typeName: String

  /// What keeps the object alive, as far as the counts say.
  package var judgement: Judgement

  /// The component of the look that is the reason.
  package var component: HeapLook.ComponentID = 0

  /// The position of the object that the report is about, if it is a survivor.
  package var subject: Int?

  /// Whether an instance of the program's is among the objects: else they are closures and their variables.
  package var concernsInstance = true

  /// Whether the program takes part at all: else it is the toolchain's own business.
  package var concernsProgram = true

  /// Whether a transient root reaches the objects.
  package var isReachedFromTransientRoot = false

  /// The survivors that take part in the reason itself, by their position.
  package var members: [Int]

  /// The survivors that only ``members`` keep alive, by their position.
  package var retainedSurvivors: [Int] = []

  /// Those of them that sure references lead to.
  package var surelyRetainedSurvivors: [Int] = []

  /// What only ``members`` keep alive.
  package var retained = LeakSize()

  /// Whether it may be reported at all: a closure that something else keeps, and that keeps no object, is nobody's leak.
  var mayBeReported: Bool { concernsInstance || judgement.isLeaked }

  /// The object that closures keep which are held: they are told as that.
  package var keptSubject: Int? { subject.flatMap { members.contains($0) ? nil : $0 } }

  /// The survivors of which nothing more is told than this. Where the objects are held, what they only probably refer to may be held by
  /// something else.
  package func explained(ifLeaked isLeaked: Bool) -> [Int] {
    isLeaked ? retainedSurvivors : surelyRetainedSurvivors + [keptSubject].compactMap(\.self)
  }

  /// How many instances of each of the program's types, by its name, are among what forms the reason.
  package var memberCounts: [String: Int] = [:]
}
