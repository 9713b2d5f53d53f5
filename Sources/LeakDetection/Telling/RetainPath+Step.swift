extension RetainPath {
  /// One strong reference as a person thinks of it.
  public enum Step: Sendable, Hashable {
    /// A stored property, or an element of a collection in one, holds an object or a closure.
    case property(Property)
    /// A closure, or a method used as one, captures an object or another closure.
    case capture(Capture)
  }
}

extension RetainPath.Step {
  /// What a stored property holds: `.delegate: Shop.Cart`.
  public struct Property: Sendable, Hashable {
    /// The type of the object that has the property, with its module.
    public var owner: String
    /// The names from the object to the reference: `children[1].view`.
    public var path: String
    /// The type of the object that is held, with its module; `nil` where it is a closure, which is the next step.
    public var target: String?
    /// Where the property is declared, for the reference to change, where the binary has debug information and the
    /// source is there; or else, approximately, where the type is.
    public var line: RetainPath.SourceLine?
    /// How sure it is that the reference exists.
    public var confidence: RetainPath.Confidence

    /// Creates a step from its parts.
    public init(
      owner: String, path: String, target: String?, line: RetainPath.SourceLine? = nil,
      confidence: RetainPath.Confidence = .exact
    ) {
      self.owner = owner
      self.path = path
      self.target = target
      self.line = line
      self.confidence = confidence
    }
  }

  /// What a closure captures: `captures Controller (self) strongly`.
  public struct Capture: Sendable, Hashable {
    /// The closure, `closure #1 in Controller.start()`, or the method that is used as one, `Controller.refresh()`.
    public var function: String
    /// The type of the captured object, with its module; `nil` where it is a closure, which is the next step.
    public var target: String?
    /// The name of the captured variable, `view`, where the binary tells it and it is not `self`; with the names of
    /// what is inside a captured value, `context.view`.
    public var variable: String?
    /// The captured variable whose value, a structure or a collection, has the object; `a collection` where the binary does not
    /// tell its name.
    public var carrier: String?
    /// Whether the object is the `self` of the method that the closure is written in.
    public var isSelf: Bool
    /// Where the closure or the method is written, where the binary has debug information.
    public var line: RetainPath.SourceLine?
    /// For a method that is used as a closure, the function that stores it: `Controller.start()`.
    public var storedIn: String?
    /// Where the method is stored, where the binary has debug information.
    public var storedAt: RetainPath.SourceLine?
    /// How sure it is that the reference exists.
    public var confidence: RetainPath.Confidence

    /// Creates a step from its parts.
    public init(
      function: String, target: String?, variable: String? = nil, carrier: String? = nil,
      isSelf: Bool,
      line: RetainPath.SourceLine? = nil,
      storedIn: String? = nil, storedAt: RetainPath.SourceLine? = nil,
      confidence: RetainPath.Confidence = .exact
    ) {
      self.function = function
      self.target = target
      self.variable = variable
      self.carrier = carrier
      self.isSelf = isSelf
      self.line = line
      self.storedIn = storedIn
      self.storedAt = storedAt
      self.confidence = confidence
    }
  }

  /// The property, if the step is one.
  var property: Property? {
    if case .property(let property) = self { property } else { nil }
  }

  /// The capture, if the step is one.
  var capture: Capture? {
    if case .capture(let capture) = self { capture } else { nil }
  }

  /// What the step keeps alive, or `nil` for a closure.
  var target: String? {
    switch self {
    case .property(let property): property.target
    case .capture(let capture): capture.target
    }
  }

  /// Where the step is written, as far as it is known.
  var line: RetainPath.SourceLine? {
    switch self {
    case .property(let property): property.line
    case .capture(let capture): capture.line
    }
  }

  /// How sure it is that the step exists.
  var confidence: RetainPath.Confidence {
    switch self {
    case .property(let property): property.confidence
    case .capture(let capture): capture.confidence
    }
  }
}
