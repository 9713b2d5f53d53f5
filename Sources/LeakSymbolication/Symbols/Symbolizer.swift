import CLeakBase
import LeakBase

/// Names the code of the process.
///
/// Nothing is read before the first name is asked for.
package final class Symbolizer: Sendable {
  /// The symbolizer of the process.
  package static let shared = Symbolizer()

  private let symbols = ImageNotes<UInt, String>()
  private let names = ImageNotes<UInt, FunctionName>()
  private let places = ImageNotes<UInt, Place>()
  let calls = ImageNotes<UInt, SourcePlace>()
  let variables = ImageNotes<UInt, CapturedVariables>()
  let methods = ImageNotes<MethodKey, StoredMethod>()
  private let makers = VisibleMutex<[[UInt]: Bool]>([:])
  private let endings = VisibleMutex<[UInt: FunctionName?]>([:])

  /// What debug information says of a function.
  struct Place: Sendable {
    var function: DebugPlace
    /// Whether `function` is the one around it.
    var isAround: Bool
  }

  init() {}

  /// The name of the function at `code`, or of the asynchronous function whose record is there; `nil` when
  /// no symbol covers the address, as in a stripped binary, and where the optimiser merged several functions: the symbol of
  /// such code has the name of one of them.
  package func functionName(at code: UInt) -> FunctionName? {
    names.value(of: code) {
      Self.symbol(at: code).map(FunctionName.init(symbol:)).flatMap { $0.isMerged ? nil : $0 }
    }
  }

  /// Whether the first of two classes makes instances of the second; `find` is asked once for each two.
  package func makes(_ classes: [UInt], _ find: () -> Bool) -> Bool {
    if let known = makers.withLock({ $0[classes] }) { return known }
    let makes = find()
    makers.withLock { $0[classes] = makes }
    return makes
  }

  /// The method that ends the work of a class's instances; `find` is asked once for each class.
  package func endingMethod(ofClassAt metadata: UInt, _ find: () -> FunctionName?) -> FunctionName?
  {
    if let known = endings.withLock({ $0[metadata] }) { return known }
    let method = find()
    endings.withLock { $0[metadata] = .some(method) }
    return method
  }

  /// What debug information says of the function at `code`, or else of the one around it.
  func place(of code: UInt) -> Place? {
    places.value(of: code) {
      Self.symbol(at: code).flatMap { Self.place(of: $0, at: code) }
    }
  }

  private static func place(of symbol: String, at code: UInt) -> Place? {
    let functions = functions(behind: symbol)
    if let function = ImageSymbols.function(named: functions, inImageAt: code) {
      return Place(function: function, isAround: false)
    }
    let around = Self.functions(around: functions[0])
    return ImageSymbols.function(named: around, inImageAt: code)
      .map { Place(function: $0, isAround: true) }
  }

  /// The name, as the linker knows it, of the symbol that covers `code`.
  package static func symbol(at code: UInt) -> String? {
    shared.symbols.value(of: code) { ImageSymbols.symbol(at: code) }
  }
}

extension FunctionName {
  /// The name that a symbol stands for; a symbol that is not Swift's stands for itself.
  package init(symbol: String) {
    if let demangled = Self.demangled(symbol) {
      self.init(demangled: demangled)
    } else {
      self.init(kind: .function, text: symbol)
    }
  }

  /// The runtime's readable form of a mangled name, or `nil` when `symbol` is not one.
  package static func demangled(_ symbol: String) -> String? {
    guard let text = crt_demangle(symbol, symbol.utf8.count) else { return nil }
    defer { crt_free(text) }
    return String(cString: text)
  }
}
