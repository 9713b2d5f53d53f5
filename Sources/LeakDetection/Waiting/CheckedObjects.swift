import HeapReading

/// The objects of one check, and what is asked about them.
struct CheckedObjects: Sendable {
  /// The objects that the check named, each once: each has a verdict of its own.
  var named: [ObjectWitness]

  /// What the test calls them, where it gave them names.
  var labels: ObjectLabels?

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

  /// Whether to find out which of the others go late, and what holds them until then.
  var notesLateOthers = false
}

extension CheckedObjects {
  /// A check of objects that are all named.
  init(
    naming objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false,
    for caller: Caller = Caller()
  ) {
    self.init(
      named: objects.map(\.witness), labels: ObjectLabels(of: objects), caller: caller,
      grace: grace,
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

extension ObjectLabels {
  /// The names that a test gave `objects`.
  convenience init?(of objects: [TrackedObject]) {
    self.init(
      Dictionary(
        objects.lazy.compactMap { object in object.label.map { (object.witness.address, $0) } },
        uniquingKeysWith: { first, _ in first }))
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

  /// Which of the others went late, where that was asked.
  var lateOthers: [LateObject] = []
}

/// An object that nobody named, and that was there for a while after the check began.
struct LateObject: Sendable {
  let object: RecordedObject
  /// The name of its type, with its module.
  let typeName: String
  /// What held it then, if that could be told.
  let holders: [Holder]
  /// How long after the check began it was seen to be gone.
  var end: Duration?
}
