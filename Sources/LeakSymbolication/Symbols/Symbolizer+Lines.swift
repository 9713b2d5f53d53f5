extension Symbolizer {
  /// Where the function at `code` is written; `nil` when the binary does not say, as one without debug information.
  ///
  /// - Complexity: O(*f*) in the number of files that the binary was made of; O(1) for what was asked before, until an image is unloaded.
  package func sourceLine(at code: UInt) -> SourcePlace? {
    place(of: code).map { SourcePlace($0.function, inImageAt: code, isApproximate: $0.isAround) }
  }

  /// Where the function is written that the image at `code` has with this mangled name, be it only inlined in others; `nil` when the
  /// binary does not say.
  ///
  /// - Complexity: O(*f*) in the number of files that the binary was made of.
  package func sourceLine(ofFunctionNamed symbol: String, inImageAt code: UInt) -> SourcePlace? {
    ImageSymbols.function(named: Self.functions(behind: symbol), inImageAt: code)
      .map { SourcePlace($0, inImageAt: code) }
  }

  /// Where the call is written whose instruction `code` is in; `nil` when the binary does not say.
  ///
  /// - Complexity: O(*f*) in the number of files that the binary was made of, and O(*n*) in the length of the one with
  ///   the call; O(1) for what was asked before, until an image is unloaded.
  package func callLine(at code: UInt) -> SourcePlace? {
    calls.value(of: code) {
      Self.symbol(at: code).flatMap { symbol in
        ImageSymbols.call(at: code, in: Self.functions(behind: symbol).reversed())
      }.map { SourcePlace($0.place, inImageAt: code, isApproximate: $0.isApproximate) }
    }
  }

  /// The functions that `symbol` may stand for, the nearest first: behind an asynchronous function's record,
  /// a partial application's forwarder or a part of an asynchronous function stands the function that the
  /// program's author wrote.
  package static func functions(behind symbol: String) -> [String] {
    // What follows a period is the optimiser's.
    var name = symbol.prefix { $0 != "." }
    var names = [String(name)]
    while let end = forwarderEnd(of: name) {
      name = name[..<end]
      names.insert(String(name), at: 0)
    }
    // A specialization in another calling convention is a thunk around the specialization itself.
    if name.hasSuffix("TG5") { names.insert(name.dropLast(3) + "Tg5", at: 0) }
    if let function = functionSpecialized(by: name) { names.insert(function, at: 0) }
    return names
  }

  /// The function that `name` is a copy of, made for the arguments that the optimiser knew: `Tf` begins what it
  /// knew, and the types of constants come before.
  ///
  /// Source: Swift's `docs/ABI/Mangling.rst`, *Function signature specialization*.
  private static func functionSpecialized(by name: Substring) -> String? {
    guard let marker = name.ranges(of: "Tf").last,
      name[marker.upperBound...].first?.isNumber == true,
      FunctionName.demangled(String(name))?.hasPrefix("function signature specialization ") == true
    else { return nil }
    return functions(beginning: name[..<marker.lowerBound]).first
  }

  /// Where `name` ends without its last suffix, if that is a forwarder's.
  ///
  /// Source: Swift's `docs/ABI/Mangling.rst`, *Function signature specialization* and *Thunks and helpers*.
  private static func forwarderEnd(of name: Substring) -> Substring.Index? {
    for suffix in ["TA", "Tu"] where name.hasSuffix(suffix) {
      return name.index(name.endIndex, offsetBy: -suffix.count)
    }
    // `TQ0_`, `TY1_`: what is left of a function after it was suspended.
    guard name.hasSuffix("_"), let marker = name.dropLast().lastIndex(where: { !$0.isNumber }),
      name[marker] == "Q" || name[marker] == "Y", marker > name.startIndex
    else { return nil }
    let start = name.index(before: marker)
    return name[start] == "T" ? start : nil
  }

  /// The functions that the closure `name` may be written in, the nearest first. Its mangled name begins with
  /// theirs, and its own type comes between: they are the beginnings that end as a function's name can.
  ///
  /// The compiler notes no line for an autoclosure, nor, in optimised code, for a closure that it merged with
  /// another of the same instructions.
  package static func functions(around name: String) -> [String] {
    guard name.hasSuffix("_"), name.hasPrefix("$s") else { return [] }
    return functions(beginning: name.dropLast(2))
  }

  /// The functions whose mangled names `name` begins with, the longest first.
  private static func functions(beginning name: Substring) -> [String] {
    var names: [String] = []
    var name = name
    while name.utf8.count > 3, names.count < 8 {
      if isEnd(of: name), FunctionName.demangled(String(name)) != nil {
        names.append(String(name))
      }
      name.removeLast()
    }
    return names
  }

  /// Whether the mangled name of a function may end there.
  private static func isEnd(of name: Substring) -> Bool {
    functionEnds.contains(where: name.hasSuffix) || isEndOfClosure(name)
  }

  /// How the mangled names of functions, initialisers, accessors and initial values end.
  private static let functionEnds = [
    "F", "FZ", "fC", "fc", "fD", "vg", "vgZ", "vs", "vsZ", "vW", "vw", "ig", "vpfi", "vpZfi",
  ]

  /// Closures end in their number: `U_` and `u_` for the first, `U0_` for the second.
  private static func isEndOfClosure(_ name: Substring) -> Bool {
    guard name.last == "_" else { return false }
    let kind = name.dropLast().last { !$0.isNumber }
    return kind == "U" || kind == "u"
  }
}
