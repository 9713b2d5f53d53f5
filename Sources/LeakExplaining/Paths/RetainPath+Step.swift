import LeakHeapModel

extension RetainPath {
  /// One strong reference at source level: what a stored property holds, or what a closure captures.
  public struct Step: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// A stored property, or an element of a collection in one, holds an object or a closure.
      case property(Property)
      /// A closure, or a method used as one, captures an object or another closure.
      case capture(Capture)
    }

    /// A long path shares the steps that are alike.
    private let shared: Shared<Kind>

    /// Which of both it is, with its facts.
    package var kind: Kind { shared.value }

    package static func property(_ property: Property) -> Self {
      Self(shared: Shared(.property(property)))
    }

    package static func capture(_ capture: Capture) -> Self {
      Self(shared: Shared(.capture(capture)))
    }

    /// Whether both are the same for sure: they need not be compared.
    func isCopy(of other: Self) -> Bool { shared === other.shared }
  }
}

extension RetainPath.Step {
  /// What a stored property holds: `.delegate: Shop.Cart`.
  package struct Property: Sendable, Hashable {
    /// The type of the object that has the property, with its module.
    package var owner: String
    /// The names from the object to the reference: `children[1].view`.
    package var path: String
    /// The type of the object that is held, with its module; `nil` for a closure, which is the next step.
    package var target: String?
    /// The name that the test gave the object that is held, if any.
    package var label: String?
    /// The class that declares the property, with its module, where that is a superclass of ``owner``.
    package var declaringClass: String?
    /// What tells that class from others of its name, where it is private or local: its mangled name. It is told for the reference to
    /// change.
    package var discriminator: String?
    /// Whether what it refers to is in an `Any`, or a collection of them: each of those who put something there is to be changed for
    /// itself.
    package var isInAny: Bool
    /// For the reference to change, the line where the property is declared, if the binary has debug information and the
    /// source is available; otherwise, as an approximation, the line of the type.
    package var line: LeakReport.RetainPath.SourceLine?
    /// How certain it is that the reference exists.
    package var confidence: LeakReport.RetainPath.Confidence

    /// Creates a step from its parts.
    package init(
      owner: String, path: String, target: String?, label: String? = nil,
      declaringClass: String? = nil, discriminator: String? = nil, isInAny: Bool = false,
      line: LeakReport.RetainPath.SourceLine? = nil,
      confidence: LeakReport.RetainPath.Confidence = .exact
    ) {
      self.owner = owner
      self.path = path
      self.target = target
      self.label = label
      self.declaringClass = declaringClass
      self.discriminator = discriminator
      self.isInAny = isInAny
      self.line = line
      self.confidence = confidence
    }
  }

  /// What a closure captures: `captures Controller (self) strongly`.
  package struct Capture: Sendable, Hashable {
    /// The closure, `closure #1 in Controller.start()`, or the method that is used as one, `Controller.refresh()`.
    package var function: String
    /// The module that contains the closure or the method, if the binary names it.
    package var module: String?
    /// The types of the functions that ``function`` names, the innermost first, which tell those of one name apart:
    /// `(Swift.Int) -> ()`; `nil` where the binary does not tell them.
    package var functionType: String?
    /// What tells it from those of its name in other files, where it is private or written in a private type.
    package var discriminator: String?
    /// The position among the closure's captures, counted from 0, if it is known; `nil` for what can be `self`.
    package var position: Int?
    /// The type of the captured object, with its module; `nil` for a closure, which is the next step.
    package var target: String?
    /// The name that the test gave the captured object, if any.
    package var label: String?
    /// The name of the captured variable, `view`, if the binary contains it and it is not `self`; for something inside a
    /// captured value, with the names that lead to it, `context.view`.
    package var variable: String?
    /// The captured variable whose value, a structure or a collection, has the object; `a collection` where the binary does not
    /// tell its name.
    package var carrier: String?
    /// Whether the object is the `self` of the method that the closure is written in.
    package var isSelf: Bool
    /// Whether the object is of the type that the closure is written in: where the binary tells no names it is taken for `self`.
    package var canBeSelf: Bool
    /// Whether nothing but the object's type says that it is `self`: neither the binary nor the source does.
    package var isSelfByType: Bool
    /// Whether the binary or the source says that it is `self`.
    package var isSurelySelf: Bool { isSelf && !isSelfByType }
    /// The line of the closure or the method, if the binary has debug information.
    package var line: LeakReport.RetainPath.SourceLine?
    /// For a method that is used as a closure, the function that stores it: `Controller.start()`.
    package var storedIn: String?
    /// Where the method is stored, where the binary has debug information.
    package var storedAt: LeakReport.RetainPath.SourceLine?
    /// How certain it is that the reference exists.
    package var confidence: LeakReport.RetainPath.Confidence

    /// Creates a step from its parts.
    package init(
      function: String, module: String? = nil, functionType: String? = nil,
      discriminator: String? = nil, position: Int? = nil,
      target: String?, label: String? = nil, variable: String? = nil, carrier: String? = nil,
      isSelf: Bool, canBeSelf: Bool = false, isSelfByType: Bool = false,
      line: LeakReport.RetainPath.SourceLine? = nil,
      storedIn: String? = nil, storedAt: LeakReport.RetainPath.SourceLine? = nil,
      confidence: LeakReport.RetainPath.Confidence = .exact
    ) {
      self.function = function
      self.module = module
      self.functionType = functionType
      self.discriminator = discriminator
      self.position = position
      self.target = target
      self.label = label
      self.variable = variable
      self.carrier = carrier
      self.isSelf = isSelf
      self.canBeSelf = canBeSelf || isSelf
      self.isSelfByType = isSelf && isSelfByType
      self.line = line
      self.storedIn = storedIn
      self.storedAt = storedAt
      self.confidence = confidence
    }
  }

  /// The property, if the step is one.
  package var property: Property? {
    if case .property(let property) = kind { property } else { nil }
  }

  /// The capture, if the step is one.
  var capture: Capture? {
    if case .capture(let capture) = kind { capture } else { nil }
  }

  /// What the step keeps alive, or `nil` for a closure.
  package var target: String? {
    switch kind {
    case .property(let property): property.target
    case .capture(let capture): capture.target
    }
  }

  /// The name that the test gave what the step keeps alive, if any.
  package var label: String? {
    switch kind {
    case .property(let property): property.label
    case .capture(let capture): capture.label
    }
  }

  /// What the step keeps alive, as a report calls it: `Screen "main"`; `nil` for a closure.
  package var targetName: String? {
    target.map { TypeName($0).text(labelled: label) }
  }

  /// The line where it is written, if it is known: that of the closure or method, or, for the reference to change, that of the
  /// property. It needs debug information, and for a property the source: without that it is the line of the type, as an
  /// approximation.
  public var line: LeakReport.RetainPath.SourceLine? {
    switch kind {
    case .property(let property): property.line
    case .capture(let capture): capture.line
    }
  }

  /// Whether the reference is only probable: a word in memory without a type looks like it.
  public var isProbable: Bool { confidence == .conservative }

  /// How certain it is that the reference exists.
  package var confidence: LeakReport.RetainPath.Confidence {
    switch kind {
    case .property(let property): property.confidence
    case .capture(let capture): capture.confidence
    }
  }
}
