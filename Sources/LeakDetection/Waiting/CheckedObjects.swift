import HeapReading

/// The objects of one check, and what is asked about them.
struct CheckedObjects: Sendable {
  /// The objects that the check named, each once: each has a verdict of its own.
  var named: [ObjectWitness]

  /// The others, which are grouped by what keeps them alive.
  var others: Survivors?

  /// More of the others, which someone else looks after.
  var recorded: [RecordedObject] = []

  /// What is not reported of the others.
  var ignored: [IgnoredLeak] = []

  /// Whether what a variable keeps that outlives the test is told, too.
  var notesCaches = false

  /// Where objects are whose references are taken to be given back in time. Their memory is readable.
  var lenders: [UInt] = []

  /// Who asks: the functions that wait for it have nothing of what it has made but in their variables.
  var caller = Caller()

  /// How long the objects may take to go.
  var grace: Duration

  /// Whether nothing is asked any more, although objects are there.
  var isOver: @Sendable () -> Bool = { false }

  /// Whether to find out what holds named objects that then go late.
  var tellsLateHolders = false
}

extension CheckedObjects {
  /// A check of objects that are all named.
  init(
    naming objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false,
    for caller: Caller = Caller()
  ) {
    self.init(
      named: objects.map(\.witness), caller: caller, grace: grace,
      tellsLateHolders: tellsLateHolders)
  }

  /// Whether an object is alive that is waited for.
  var remain: Bool { named.contains(where: \.isAlive) || othersRemain }

  /// Whether one of those is alive that nobody named and that may go.
  var othersRemain: Bool {
    recorded.contains(where: \.witness.isAlive) || others?.remain ?? false
  }

  /// Whether nothing is there any more.
  var areGone: Bool {
    !named.contains(where: \.isAlive) && !recorded.contains(where: \.witness.isAlive)
      && others?.count ?? 0 == 0
  }
}

/// What became of the objects of a check.
struct CheckOutcome: Sendable {
  /// How long after the check began each named object was seen to be gone; zero for one that was gone at the beginning,
  /// `nil` for one that is there.
  var ends: [Duration?]

  /// Whether the wait ended because nothing went on in the process.
  var isStalled = false

  /// What was read about those that are there.
  var reading: CheckReading?

  /// What held named objects that went late, by their position, where that was asked.
  var lateHolders: [Int: [Holder]] = [:]
}
