import HeapModel
import HeapReading

/// Objects that outlived a scope for one reason, which one report tells.
struct SurvivorGroup: Hashable {
  /// The name of the type of the object that the report is about, with its module.
  var typeName: String

  /// What keeps the object alive. A cycle is told by the reference to change.
  var judgement: Judgement

  /// What was found out of the process about what keeps the object alive, where that was searched for.
  var found: Verdict?

  /// The call that made the object, where that was asked and is known.
  var created: AllocationSite?

  /// The position of the object that the report is about, if it is a survivor.
  var subject: Int?

  /// Whether a global, a static or a lazily made cache keeps the objects: that is what it is there for.
  var isKeptByGlobal = false

  /// Whether an instance of the program's is among the objects: else they are closures and their variables.
  var concernsInstance = true

  /// Whether a lender reaches the objects.
  var isReachedFromLender = false

  /// The survivors that take part in the reason itself, by their position.
  var members: [Int]

  /// The survivors that only ``members`` keep alive, by their position.
  var dragged: [Int] = []

  /// What only ``members`` keep alive.
  var retained = RetainedObjects()

  /// The names of the types of the program's instances among what forms the reason.
  var memberTypes: Set<String> = []
}

extension SurvivorGroup {
  /// The verdict on the object that the report is about.
  var verdict: Verdict { found ?? judgement.verdict }

  /// Groups the survivors of a scope by what keeps each of them alive.
  ///
  /// Take the strongly connected components of everything that the survivors reach. One whose objects have more
  /// retains than there are references to them is *held* from outside, and so is all that it reaches. What is
  /// left is garbage: its cycles keep it, and each is *leaked*. The first objects of what is held, and the cycles
  /// of what is leaked, are the reasons; all other survivors go when those do.
  ///
  /// - Parameters:
  ///   - evidence: What is known of the heap. The survivors are its first objects.
  ///   - count: The number of survivors.
  ///   - lenders: Objects whose references are taken to be given back in time, such as the running test case:
  ///     they hold nothing, and are not told themselves.
  ///   - keptByGlobals: Finds those of some objects that globals keep alive. Called at most once.
  /// - Complexity: O((*n* + *r*) log *n*) in the number of objects and references that survivors reach, and
  ///   the same for each of up to 16 objects of a cycle.
  static func groups(
    of count: Int, in evidence: HeapEvidence, lenders: Set<HeapGraph.ObjectID> = [],
    keptByGlobals: (Set<HeapGraph.ObjectID>) -> Set<HeapGraph.ObjectID>
  ) -> [SurvivorGroup] {
    var grouping = SurvivorGrouping(
      count, in: evidence.withoutRefutedReferences(), lenders: lenders)
    grouping.exempt(keptByGlobals)
    return grouping.groups()
  }
}
