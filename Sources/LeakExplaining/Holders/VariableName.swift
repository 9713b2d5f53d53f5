import Foundation
import LeakHeapModel
import LeakSymbolication

/// The name of a global or static variable, by its linker's name.
struct VariableName {
  /// The name as a report prints it: `static Cache.shared`. A name that is not Swift's stands for itself.
  private(set) var text: String
  /// The module that declares the variable.
  private(set) var module: String?
  /// The files of what is private in the name, which tell it from others of the module.
  private(set) var discriminator: String?

  /// A private declaration carries a number for its file: `(count in _1A2B)`. To read the pattern takes longer than all else here.
  nonisolated(unsafe) private static let privateName = /\((\w+) in (_[0-9A-F]+)\)/

  /// What a declaration in an extension begins with: `(extension in Shop):Swift.Int.lots`.
  nonisolated(unsafe) private static let extensionOf = /\(extension in (\w+)\):/

  /// - Parameter symbol: The linker's name: `$s4Shop5CacheC6sharedACvpZ`.
  init(_ symbol: String) {
    let variable = VariableSymbol.variable(ofStaticObject: symbol) ?? symbol
    guard let demangled = FunctionName.demangled(variable) else {
      text = symbol
      return
    }
    // The type follows.
    var name =
      demangled.firstRange(of: " : ").map { String(demangled[..<$0.lowerBound]) } ?? demangled
    for word in [
      "lazy initialization holder for ", "lazy storage for ", "variable initialization ",
    ]
    where name.hasPrefix(word) { name.removeFirst(word.count) }
    let isStatic = name.hasPrefix("static ")
    if isStatic { name.removeFirst("static ".count) }
    if name.hasPrefix("(extension in "), let start = name.prefixMatch(of: Self.extensionOf) {
      module = String(start.output.1)
      name.removeSubrange(start.range)
    }
    if name.contains(" in _") {
      let files = name.matches(of: Self.privateName).map { String($0.output.2) }
      discriminator = files.isEmpty ? nil : files.joined(separator: " ")
      name.replace(Self.privateName) { String($0.output.1) }
    }
    module = module ?? TypeName(name).module
    text = (isStatic ? "static " : "") + TypeName(name).short
  }
}
