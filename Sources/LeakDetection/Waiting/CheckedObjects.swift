import HeapReading

/// The objects of one check, and what is asked about them.
struct CheckedObjects: Sendable {
  /// The objects, each once.
  var objects: [ObjectWitness]

  /// The positions of those that the check named: each has a verdict of its own. The others are grouped by what keeps
  /// them alive.
  var named: Set<Int>

  /// The positions of those that are waited for. A closure that nobody has called yet is none.
  var awaited: [Int]

  /// What is not reported.
  var ignored: [IgnoredLeak] = []

  /// Where objects are whose references are taken to be given back in time. Their memory is readable.
  var lenders: [UInt] = []

  /// How long the objects may take to go.
  var grace: Duration

  /// Whether nothing is asked any more, although objects are there.
  var isOver: @Sendable () -> Bool = { false }

  /// Whether to find out what holds objects that then go late.
  var tellsLateHolders = false
}

extension CheckedObjects {
  /// A check of objects that are all named.
  init(naming objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false) {
    self.init(
      objects: objects.map(\.witness), named: Set(objects.indices),
      awaited: Array(objects.indices), grace: grace, tellsLateHolders: tellsLateHolders)
  }

  /// The positions of the objects that are alive.
  var living: [Int] { objects.indices.filter { objects[$0].isAlive } }
}

/// What became of the objects of a check.
struct CheckOutcome: Sendable {
  /// How long after the check began each object was seen to be gone; zero for one that was gone at the beginning, `nil`
  /// for one that is there.
  var ends: [Duration?]

  /// What was read about those that are there, unless none is.
  var reading: CheckReading?

  /// What held objects that went late, by their position, where that was asked.
  var lateHolders: [Int: [Holder]] = [:]
}
