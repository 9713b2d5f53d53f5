/// The demangled name of a function, in parts.
package struct FunctionName: Sendable, Hashable {
  /// What kind of function it is, as far as a report cares.
  package enum Kind: UInt8, Sendable, Hashable {
    /// A closure expression.
    case closure
    /// What the compiler made of the argument of an `@autoclosure` parameter: it has no capture list.
    case autoclosure
    /// A function declared inside another one.
    case localFunction
    /// A method used as a function value, `handler = method`.
    case boundMethod
    /// A method used as a function value, where the name tells only the place: `a method stored in
    /// Controller.start()`.
    case methodReference
    /// A free function.
    case function
    /// A thunk of the compiler's: the function it forwards to is in its context.
    case thunk
  }

  package var kind: Kind

  /// The name as a report prints it, without module and types: `closure #1 in Controller.start()`,
  /// `Controller.refresh(_:)`.
  package var text: String

  /// The name of the module that the function is written in, where its name has it.
  package var module: String?

  /// The types of the functions that ``text`` names, the innermost first, without the labels of their parameters: they tell
  /// functions of one name apart. `(Swift.Int) -> ()`; `nil` where none has one.
  package var functionType: String?

  /// What tells it from functions of its name in other files, for one that is private or written in a private type; `nil` for
  /// others.
  package var discriminator: String?

  /// The type whose member the function is or is written in, without its module: `Controller`,
  /// `Shop.Cart` for a nested one; `nil` for a free function.
  package var enclosingType: String?

  /// Whether the name says that the function is written in an extension: one of a protocol, of another
  /// module's type, or with constraints.
  package var isInExtension: Bool

  /// Where a method is made a function value.
  package struct Storing: Sendable, Hashable {
    /// The function that does so: `Controller.start()`.
    package var function: String
    /// Where that is written, where the binary says so.
    package var place: SourcePlace?

    package init(function: String, place: SourcePlace? = nil) {
      self.function = function
      self.place = place
    }
  }

  /// Where the method is made a function value, for one of the kind ``Kind/boundMethod`` where that is known.
  package var storing: Storing?

  /// The first type that the function was specialized for, with its module, or `nil`. In an extension of a
  /// protocol that is `Self`.
  package var firstGenericArgument: String?

  /// What a function's type says of its calls.
  package struct Signature: Sendable, Hashable {
    /// What a call gives.
    package enum Result: UInt8, Sendable, Hashable {
      /// Nothing: its type is `()`.
      case nothing
      /// A value that may be `nil`.
      case optional
      /// Any other value.
      case value
    }

    package var result: Result
    /// The type of a ``Result/value``, with its module, unless it is a function.
    package var resultType: String?
    package var isAsync = false
    package var canThrow = false
    package var isSendable = false
    /// Whether a closure that it is written in is `@Sendable`.
    package var isInSendable = false
    /// Whether one of its parameters is `isolated`: it is to that actor, and not to the one that it is written in.
    package var isIsolatedToParameter = false
    /// The numbers of its `inout` parameters, from 0.
    package var inoutParameters: Set<Int> = []
    /// Whether a closure with its parameters can call it with what that gets as `$0` and `$1`: a variadic parameter is an array there, and
    /// an autoclosure a function.
    package var takesWhatItIsGiven = true

    package init(
      result: Result, resultType: String? = nil, isAsync: Bool = false, canThrow: Bool = false,
      isSendable: Bool = false, inoutParameters: Set<Int> = [],
      takesWhatItIsGiven: Bool = true
    ) {
      self.result = result
      self.resultType = resultType
      self.isAsync = isAsync
      self.canThrow = canThrow
      self.isSendable = isSendable
      self.inoutParameters = inoutParameters
      self.takesWhatItIsGiven = takesWhatItIsGiven
    }
  }

  /// What the function's type says of its calls, where its name has the type.
  package var signature: Signature?

  /// What a closure or a local function captured, where the binary tells names.
  package var variables: CapturedVariables?

  /// The type of what a method is taken from that is used as a function value, without its module, where that is told.
  package var receiver: String?

  /// Whether the member that it is, or is written in, belongs to the type: `self` is no instance there.
  package var isInStatic = false

  /// Whether the optimiser merged the code of several functions, of which this is one: which of them called it cannot be told.
  package var isMerged = false

  /// Whether it is what is left of an asynchronous function after that was suspended.
  package var isResumption = false

  package init(
    kind: Kind, text: String, module: String? = nil, functionType: String? = nil,
    discriminator: String? = nil,
    enclosingType: String? = nil, isInExtension: Bool = false,
    firstGenericArgument: String? = nil, storing: Storing? = nil, signature: Signature? = nil,
    variables: CapturedVariables? = nil
  ) {
    self.kind = kind
    self.text = text
    self.module = module
    self.functionType = functionType
    self.discriminator = discriminator
    self.enclosingType = enclosingType
    self.isInExtension = isInExtension
    self.firstGenericArgument = firstGenericArgument
    self.storing = storing
    self.signature = signature
    self.variables = variables
  }

  /// How the text begins for the kind ``Kind/methodReference``.
  package static let methodReferencePrefix = "a method stored in "
}
