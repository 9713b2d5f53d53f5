import HeapModel
import HeapReading
import LeakSymbolication

/// A step of a path in the making, with what it takes to choose the suspect.
struct StepDraft {
  /// What is known about a step besides the step itself.
  enum Facts {
    /// A property; its label where one reference is the whole step, or `nil`.
    case property(ReferenceLabel?)
    /// A capture, and the function's name where the binary has one.
    case capture(FunctionName?)
  }

  var step: RetainPath.Step
  var facts: Facts

  /// The index of the first draft that is the same but for its objects; `nil` where that is not known. A long cycle has few kinds.
  var first: Int? = nil

  /// Whether a capture's object is of the type that the function is written in. It is `self` then, unless the binary
  /// tells another name, which not every build does: the suspect must not depend on that.
  var canBeSelf = false

  /// Where the function of a capture is written, or, for the reference to change, the class of a property, if that is known.
  var place: SourcePlace? = nil

  /// The package that the closure or the property is declared in, where that is known and not the one whose tests run.
  var foreignPackage: String? = nil

  /// The type of the object that the step starts at, or that holds the closure that it is in.
  var owner: HeapObjectType

  /// The object that the step starts at, for a property, and the name of what it declares there.
  var declaration: (object: HeapGraph.ObjectID, name: String)? = nil

  /// For a property that leads to an object: the two objects, and what they are to one another.
  var ends: (source: HeapGraph.ObjectID, target: HeapGraph.ObjectID)? = nil
  private(set) var role = Role.unknown

  /// The object that a capture leads to.
  var captured: HeapGraph.ObjectID? = nil

  /// Whether a closure is all that keeps the object which it captures: that would go at once with a weak capture, and the cycle can be
  /// cut elsewhere.
  var isOnlyOwner = false

  /// The label of a property that is one reference and nothing more.
  var label: ReferenceLabel? {
    guard case .property(let label?) = facts, label.role == .property else { return nil }
    return label
  }

  /// What an object is to the one that it refers to.
  enum Role: Hashable {
    /// It owns the other one: its class makes it.
    case owner
    /// The other one owns it: its class makes it, or has many of its kind.
    case part
    case unknown
  }

  /// How many of the cycle's references have been followed when the step ends.
  var end: Int

  /// Notes what the step's objects are to one another, in which it differs from others of its kind.
  mutating func setRole(_ role: Role) {
    self.role = role
    first = nil
  }
}
