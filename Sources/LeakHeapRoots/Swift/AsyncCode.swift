import LeakSymbolication

/// What the symbol at an address in code says of the part of an asynchronous function there. It is found out once: of many tasks most are
/// suspended in the same few functions.
struct AsyncCode: Sendable {
  let symbol: String
  /// The readable form of the symbol, where that is Swift's.
  let demangled: String?
  /// Whether it is a function under test, and neither the kit's nor what the standard library has in the program's image.
  let isProgram: Bool

  private static let known = ImageNotes<UInt, AsyncCode>()

  /// `nil` where no symbol covers the address.
  init?(at code: UInt) {
    guard let known = Self.known.value(of: code, { Self.read(at: code) }) else { return nil }
    self = known
  }

  private init(symbol: String, at code: UInt) {
    self.symbol = symbol
    demangled = FunctionName.demangled(symbol)
    isProgram = symbol.isProgramFunction && LoadedImage.isPrograms(at: code)
  }

  private static func read(at code: UInt) -> AsyncCode? {
    Symbolizer.symbol(at: code).map { AsyncCode(symbol: $0, at: code) }
  }

  /// Whether it is the part `TY` of a function, as in `$s4Shop4CartC5startyyYaFTY0_`.
  var isResumedByRuntime: Bool { symbol.isPart("TY") }

  /// Whether it is the part `TQ` of a function.
  var isResumedByCallee: Bool { symbol.isPart("TQ") }

  /// Whether it is an asynchronous function, or a part of one.
  var isAsyncFunction: Bool {
    isResumedByCallee || isResumedByRuntime || demangled?.isTextOfAsyncFunction ?? false
  }
}

extension String {
  fileprivate func isPart(_ kind: String) -> Bool {
    guard hasSuffix("_") else { return false }
    var name = dropLast()
    while let last = name.last, last.isNumber { name = name.dropLast() }
    return name.hasSuffix(kind)
  }

  /// Whether the symbol is that of a function of a module that is neither the standard library nor the kit.
  ///
  /// A mangled name begins with the module's name or, for the standard library and types of its, a letter.
  fileprivate var isProgramFunction: Bool {
    hasPrefix("$s") && dropFirst(2).first?.isNumber == true && !KitModules.declare(self)
      && FunctionName(symbol: self).kind != .thunk
  }
}
