import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// A step of a path in the making, with what it takes to choose the suspect.
///
/// A long cycle has few kinds of steps: what those of a kind share is stored once.
struct StepDraft {
  /// What is known about a step besides the step itself.
  enum Facts {
    /// A property; its label where one reference is the whole step, or `nil`.
    case property(ReferenceLabel?)
    /// A capture, and the function's name where the binary has one.
    case capture(FunctionName?)
  }

  /// What depends on types and labels, and not on objects.
  struct Content {
    var step: RetainPath.Step
    var facts: Facts

    /// Whether a capture's object is of the type that the function is written in, and the binary tells no other name of it. It is
    /// `self` then, as a rule.
    var canBeSelf = false

    /// Whether a capture is a variable that the closure shares with its function, and with other closures.
    var isVariable = false

    /// Where the cycle has no object, what a capture leads to: a closure, or the storage of a variable or a collection that has some.
    var innerTarget: HeapObjectType.Kind? = nil

    /// Whether a capture's object is a dispatch group.
    var leadsToGroup = false

    /// Whether a capture is that of a closure of the system's, whose name the binary does not tell.
    var isOfUnknownOfSystem = false

    /// Whether a capture is that of a closure that a task's functions have, and not the task itself.
    var isInFrame = false

    /// Where the function of a capture is written, or, for the reference to change, the class of a property, if that is known.
    var place: SourcePlace? = nil

    /// The package that the closure or the property is declared in, where that is known and not the one whose tests run.
    var foreignPackage: String? = nil

    /// The type of the object that the step starts at, or that holds the closure that it is in.
    var owner: HeapObjectType

    /// For a property, the name of what the object declares.
    var declaredName: String? = nil

    /// Whether the macro `@Observable` has made the property one with accessors.
    var isObserved = false
  }

  private var shared: Shared<Content>

  var content: Content {
    get { shared.value }
    set { shared = Shared(newValue) }
  }

  var step: RetainPath.Step { shared.value.step }
  var facts: Facts { shared.value.facts }
  var canBeSelf: Bool { shared.value.canBeSelf }
  var isVariable: Bool { shared.value.isVariable }

  /// Whether a capture leads to a closure where the cycle has no object.
  var leadsToClosure: Bool { shared.value.innerTarget == .closureContext }
  /// Whether the step leads to a task by its handle.
  var leadsToTask: Bool { shared.value.innerTarget == .task }

  var leadsToGroup: Bool { shared.value.leadsToGroup }
  var isInFrame: Bool { shared.value.isInFrame }
  var isOfUnknownOfSystem: Bool { shared.value.isOfUnknownOfSystem }

  /// Whether a capture leads to a closure, or to what has some, where the cycle has no object: neither can be captured weakly.
  var leadsToNoObject: Bool { shared.value.innerTarget != nil && !leadsToTask }

  var place: SourcePlace? { shared.value.place }
  var foreignPackage: String? { shared.value.foreignPackage }
  var owner: HeapObjectType { shared.value.owner }
  var isObserved: Bool { shared.value.isObserved }

  // There may be millions, and a graph numbers its objects and references with 32 bits.
  private static let none = UInt32.max
  private var numbers: (first: UInt32, start: UInt32, target: UInt32, end: UInt32)

  /// The index of the first draft that is the same but for its objects; `nil` where that is not known.
  var first: Int? {
    get { numbers.first == Self.none ? nil : Int(numbers.first) }
    set { numbers.first = newValue.map(UInt32.init) ?? Self.none }
  }

  /// The object that the step starts at, or that holds the closure that it is in.
  private var start: HeapGraph.ObjectID { Int(numbers.start) }

  /// The object that the step leads to; `nil` for a closure.
  private var target: HeapGraph.ObjectID? {
    numbers.target == Self.none ? nil : Int(numbers.target)
  }

  /// How many of the cycle's references have been followed when the step ends.
  var end: Int { Int(numbers.end) }

  private(set) var role = Role.unknown

  /// Whether the role is what it is as a rule, and nothing tells that it is so here.
  private(set) var isRoleGuessed = false

  /// Whether the step leads to an element of one collection, and the way back to one of another kind of collection: as many may refer
  /// to as many, and neither kind tells which of them owns what it has.
  var isTied = false

  /// Whether nothing tells which of the two objects owns the other: the step back may as well be the one to change.
  var isOneOfTwo = false

  /// Whether the step leads to an object that another one of the cycle has made, to which that leads back: who made it may have given it
  /// away, and keep it by this step alone.
  var leadsToPart = false

  /// Whether a closure is all that keeps the object which it captures: that would go at once with a weak capture, and the cycle can be
  /// cut elsewhere.
  var isOnlyOwner = false

  /// Whether that may be so: nothing else keeps the object now.
  var mayBeOnlyOwner = false

  /// Whether a closure captures an object that another one captured on the cycle has made, or that the program was not asked to let go,
  /// as it was of the other one: the closure may well be its owner.
  var capturesPart = false

  /// Whether closures are all of the cycle's objects that keep the object now, although it may own what keeps them.
  var isKeptByClosures = false

  /// Whether a change of the step lets all objects go that a change of the suspect does.
  var isStandIn = true

  init(
    _ content: Content, from start: HeapGraph.ObjectID, to target: HeapGraph.ObjectID?, end: Int
  ) {
    shared = Shared(content)
    numbers = (Self.none, UInt32(start), target.map(UInt32.init) ?? Self.none, UInt32(end))
  }

  /// The same step between other objects, which ends after so many references.
  func moved(
    from start: HeapGraph.ObjectID, to target: HeapGraph.ObjectID, end: Int
  ) -> StepDraft {
    var draft = self
    draft.numbers.start = UInt32(start)
    draft.numbers.target = UInt32(target)
    draft.numbers.end = UInt32(end)
    return draft
  }

  /// What an object is to the one that it refers to.
  enum Role: Hashable {
    /// It owns the other one: its class makes it.
    case owner
    /// The other one owns it: its class makes it, or has many of its kind.
    case part
    case unknown
  }

  /// Notes what the step's objects are to one another, in which it differs from others of its kind.
  mutating func setRole(_ role: Role, isGuess: Bool = false) {
    self.role = role
    isRoleGuessed = isGuess
    first = nil
  }
}

extension StepDraft {
  private var isCapture: Bool { if case .capture = facts { true } else { false } }

  /// For a property, what the object that the step starts at declares there.
  var declaration: HeapEvidence.Property? {
    guard case .property(let property) = step.kind else { return nil }
    return shared.value.declaredName.map {
      HeapEvidence.Property($0, of: start, in: property.declaringClass)
    }
  }

  /// For a property that leads to an object: the two objects.
  var ends: (source: HeapGraph.ObjectID, target: HeapGraph.ObjectID)? {
    isCapture ? nil : target.map { (start, $0) }
  }

  /// The object that a capture leads to.
  var captured: HeapGraph.ObjectID? { isCapture ? target : nil }

  /// The label of a property that is one reference and nothing more.
  var label: ReferenceLabel? {
    guard case .property(let label?) = facts, label.role == .property else { return nil }
    return label
  }
}
