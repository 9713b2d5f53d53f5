import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots

/// The objects of one check, and what is asked about them.
package struct CheckedObjects: Sendable {
  /// The objects that the check named, each once: each has a verdict of its own.
  var named: [ObjectWitness]

  /// The positions of those about which waiting could change nothing, when the wait is over.
  var settled: Set<Int> = []

  /// What the test calls them, where it gave them names.
  var labels: ObjectLabels?

  /// The others, which are grouped by what keeps them alive.
  var others: Survivors?

  /// More of the others, which someone else looks after.
  var recorded: [RecordedObject]

  /// What is not reported of the others.
  var ignored: [IgnoredLeak]

  /// Whether what a variable keeps that outlives the test is told, too.
  var notesCaches: Bool

  /// Takes over what the check forgets since a variable keeps it that outlives the test. `nil` where nobody does.
  package var noteKept: (@Sendable (Survivors) -> Void)?

  /// Where objects are whose references are taken to be given back in time. Their memory is readable.
  var transientRoots: [UInt]

  /// Where, of these, an error is that the check has caught, and holds by one retain: what it keeps of the named objects goes with it.
  var thrown: UInt?

  /// Who asks: the functions that wait for it have nothing of what it has made but in their variables.
  var caller: Caller

  /// How long the objects may take to go.
  var grace: Duration

  /// Whether the check blocks a thread of the process's tasks.
  var blocksTasks = false

  /// Whether the check blocks its thread, or lets nothing but the main run loop run there: what waits for that thread cannot have its turn.
  var isBlocking = false

  /// Whether the check keeps the main queue from running.
  var blocksMain: @Sendable () -> Bool = { false }

  /// When the check began.
  let beginning = SuspendingClock.now

  /// Whether nothing is asked any more, although objects are there.
  var isOver: @Sendable () -> Bool

  /// Whether to find out what holds named objects that then go late.
  var reportsLateHolders: Bool

  /// Says what is at the beginning of a way to an object that may go late. It is asked while that is there: later it can be read no
  /// more. Where it is `nil`, no holders are told.
  package var recognize: (@Sendable (RootPath) -> any RecognizedHolder)?

  /// Whether to find out which of the others go late, and what holds them meanwhile.
  var notesLateOthers: Bool

  /// Whether one named object may be explained for others: those that it keeps and that keep it, and those that it leads to by a
  /// long way. They have one verdict then.
  var sharesVerdicts: Bool

  /// Creates a check from its parts.
  package init(
    named: [ObjectWitness], labels: ObjectLabels? = nil, others: Survivors? = nil,
    recorded: [RecordedObject] = [], ignored: [IgnoredLeak] = [], notesCaches: Bool = false,
    transientRoots: [UInt] = [], thrown: UInt? = nil, caller: Caller = Caller(), grace: Duration,
    isOver: @escaping @Sendable () -> Bool = { false }, reportsLateHolders: Bool = false,
    notesLateOthers: Bool = false, sharesVerdicts: Bool = true
  ) {
    self.named = named
    self.labels = labels
    self.others = others
    self.recorded = recorded
    self.ignored = ignored
    self.notesCaches = notesCaches
    self.transientRoots = transientRoots
    self.thrown = thrown
    self.caller = caller
    self.grace = max(grace, RunGrace.shortest)
    self.isOver = isOver
    self.reportsLateHolders = reportsLateHolders
    self.notesLateOthers = notesLateOthers
    self.sharesVerdicts = sharesVerdicts
  }
}

extension CheckedObjects {
  /// A check of objects that are all named.
  package init(
    naming objects: [TrackedObject], within grace: Duration, reportsLateHolders: Bool = false,
    sharesVerdicts: Bool = false, thrown: UInt? = nil, for caller: Caller = Caller()
  ) {
    self.init(
      named: objects.map(\.witness), labels: ObjectLabels(of: objects),
      transientRoots: thrown.map { [$0] } ?? [], thrown: thrown, caller: caller, grace: grace,
      reportsLateHolders: reportsLateHolders, sharesVerdicts: sharesVerdicts)
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
  package convenience init?(of objects: [TrackedObject]) {
    self.init(
      Dictionary(
        objects.lazy.compactMap { object in object.label.map { (object.witness.address, $0) } },
        uniquingKeysWith: { first, _ in first }))
  }
}

/// What explains a holder: who explains says what that is.
package protocol RecognizedHolder: Sendable {}

/// What became of the objects of a check.
package struct CheckOutcome: Sendable {
  /// How long after the check began each named object was seen to be gone; zero for one that was gone at the beginning,
  /// `nil` for one that is there.
  package var ends: [Duration?]

  /// Whether the wait ended because nothing went on in the process.
  package var isStalled = false

  /// Whether only the process's main queue did not run then.
  package var isOfMainQueue = false

  /// Whether synchronous checks, and this one among them, blocked all threads of the process's tasks in most of the grace.
  package var blockedTasks = false

  /// What the check has occupied, where it was a synchronous one. What comes first is told first.
  package var occupied: [OccupiedExecutor] = []

  /// What was read about those that are there.
  package var reading: CheckReading?

  /// What held named objects that went late, by their position, where that was asked and could be told.
  package var lateHolders: [Int: any RecognizedHolder] = [:]

  /// Which of the others went late, where that was asked.
  package var lateOthers: [LateObject] = []

  /// Notes what was read, `time` after the check began: what has gone meanwhile was not kept, and what goes with an error is as good
  /// as gone.
  mutating func note(_ reading: CheckReading, at time: Duration) {
    self.reading = reading
    for position in ends.indices where ends[position] == nil {
      if reading.goesWithError(position) {
        ends[position] = .zero
      } else if reading.hasGone(position) {
        ends[position] = time
      }
    }
  }
}

/// An object that nobody named, and that was there for a while after the check began.
package struct LateObject: Sendable {
  package let object: RecordedObject
  /// The name of its type, with its module.
  package let typeName: String
  /// What held it then, if that could be told.
  package let holder: (any RecognizedHolder)?
  /// How long after the check began it was seen to be gone.
  package var end: Duration?
}
