import LeakBase

/// A method that is stored as a function value.
package struct StoredMethod: Sendable, Hashable {
  package var name: FunctionName
  /// Where the method is written, where the binary says so.
  package var place: SourcePlace?
}

extension Symbolizer {
  /// A question for a stored method.
  struct MethodKey: Hashable {
    var code: UInt
    var metadata: UInt?
  }

  /// A function that may be the method which is looked for.
  private struct MethodCandidate {
    var symbol: String
    /// An address in its image.
    var address: UInt
    /// Its name, if it can be the method.
    var name: FunctionName?
  }

  /// The method that the function at `code` calls, if that is what the compiler made of a method used as a function
  /// value; `nil` when it cannot be told for sure.
  ///
  /// Optimised code has the method inlined as a rule, and debug information tells so. Other code calls it, directly
  /// or, where it can be overridden, through the metadata of the class.
  ///
  /// - Parameter metadata: the first word of the object that `self` is, where that is known.
  package func method(storedAs code: UInt, ofClassAt metadata: UInt?) -> StoredMethod? {
    let key = MethodKey(code: code, metadata: metadata)
    return methods.value(of: key) { MemoryGuard.reading { Self.method(key) } }
  }

  private static func method(_ key: MethodKey) -> StoredMethod? {
    guard let symbol = symbol(at: key.code) else { return nil }
    let functions = functions(behind: symbol)
    guard let use = FunctionName.demangled(functions[0]).flatMap(MethodUse.init),
      let body = ImageSymbols.body(
        of: functions.filter { !isForwarder($0) }, orIn: functions.filter(isForwarder),
        inImageAt: key.code)
    else { return nil }
    // The calls inside a method that was inlined are not the closure's own.
    if !body.inlined.isEmpty {
      return method(
        among: body.inlined.map {
          MethodCandidate(symbol: $0, address: key.code, name: use.name(of: $0))
        })
    }
    let sites = CallSites(in: body.code)
    let called = candidates(at: sites.targets) { use.name(of: $0) }
    if called.contains(where: { $0.name != nil }) { return method(among: called) }
    guard let metadata = key.metadata else { return nil }
    let methods = Set(sites.slots).filter { (0x40..<0x8000).contains($0) && $0 % 8 == 0 }
      .map { Address(metadata).word(at: $0) }
    return method(among: candidates(at: methods) { use.name(of: $0, isOverride: true) })
  }

  /// The functions that begin at `addresses`.
  private static func candidates(
    at addresses: [UInt], name: (String) -> FunctionName?
  ) -> [MethodCandidate] {
    addresses.compactMap { address in
      ImageSymbols.symbol(beginningAt: address).map { symbol in
        MethodCandidate(symbol: symbol, address: address, name: name(symbol))
      }
    }
  }

  /// The method among `candidates`, if it is exactly one.
  private static func method(among candidates: [MethodCandidate]) -> StoredMethod? {
    let methods = candidates.filter { $0.name != nil }
    guard let method = methods.first, let name = method.name,
      methods.allSatisfy({ $0.name == name })
    else { return nil }
    let place = ImageSymbols.function(
      named: functions(behind: method.symbol), inImageAt: method.address)
    return StoredMethod(name: name, place: place.map { SourcePlace($0, inImageAt: method.address) })
  }

  private static func isForwarder(_ name: String) -> Bool {
    name.hasSuffix("TA") || name.hasSuffix("Tu")
  }
}
