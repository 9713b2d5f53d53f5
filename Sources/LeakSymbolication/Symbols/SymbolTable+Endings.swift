import LeakBase

extension SymbolTable {
  /// The mangled name of a method by which a type lets its users end its work, if it has one; of several the one that can be called
  /// with the fewest arguments.
  ///
  /// - Parameters:
  ///   - members: What the symbols of the type's members begin with.
  ///   - isMember: Whether a method is one of the type's.
  /// - Complexity: O(*n*) in the number of symbols.
  func endingMethod(
    ofType members: String, where isMember: (FunctionName) -> Bool
  ) -> String? {
    MemoryGuard.reading {
      endings(source.symbols(of: .function, named: members), where: isMember)
    }
  }

  /// Where the descriptors of the conformances of a class are, in the file's own numbering, as far as the file has symbols of them.
  ///
  /// - Parameter members: What the symbols of the class's members begin with.
  /// - Complexity: O(*n*) in the number of symbols.
  func conformances(ofClass members: String) -> [UInt64] {
    MemoryGuard.reading {
      source.symbols(of: .data, named: members, endingIn: "Mc").filter { symbol in
        guard let name = source.name(of: symbol) else { return false }
        // A nested type's begins with a name.
        return name.dropFirst(members.count).first?.isNumber == false
      }.map(\.address)
    } ?? []
  }

  /// The best of the methods that the symbols are and that may end something.
  private func endings(
    _ symbols: [Symbol], where isMember: (FunctionName) -> Bool
  ) -> String? {
    // Those with an argument that has a default value.
    var defaults: Set<String> = []
    var methods: [(symbol: String, arguments: Int, rank: Int)] = []
    let names = symbols.lazy.compactMap(source.name)
    for name in names where Ending.isMentioned(in: name) {
      if let end = name.firstRange(of: "FfA") {
        defaults.insert(name[..<end.lowerBound] + "F")
      } else if let ending = Ending(symbol: name), isMember(ending.method) {
        methods.append((name, ending.arguments, ending.rank))
      }
    }
    return methods.min { left, right in
      func key(_ method: (symbol: String, arguments: Int, rank: Int)) -> (Int, Int, Int, String) {
        let needed = method.arguments == 0 ? 0 : defaults.contains(method.symbol) ? 1 : 2
        return (needed, method.rank, method.arguments, method.symbol)
      }
      return key(left) < key(right)
    }?.symbol
  }
}

/// A method that, by its name, may end an object's work.
private struct Ending {
  let method: FunctionName
  /// The number of its arguments.
  let arguments: Int
  /// How much its name says so: the smaller, the more.
  let rank: Int

  private static let names = [
    "close", "cancel", "invalidate", "shutdown", "shutDown", "dispose", "terminate", "disconnect",
    "tearDown", "unsubscribe", "shutdownGracefully", "syncShutdownGracefully",
    "invalidateAndCancel",
  ]

  private static let mangled = names.map { "\($0.utf8.count)\($0)" }

  static func isMentioned(in symbol: String) -> Bool {
    mangled.contains { symbol.contains($0) }
  }

  /// The method of an instance that the symbol is; `nil` for others, and for what is in a method or goes on with one.
  init?(symbol: String) {
    guard symbol.hasSuffix("F"), let demangled = FunctionName.demangled(symbol),
      DemangledText(demangled).split(by: " in ").count == 1, !demangled.hasPrefix("static "),
      // A constrained extension may be another type's.
      !demangled.contains("< where ")
    else { return nil }
    method = FunctionName(symbol: symbol)
    guard method.kind == .boundMethod,
      let name = method.text.split(separator: ".").last?.split(separator: "("),
      let rank = Self.names.firstIndex(of: String(name[0]))
    else { return nil }
    self.rank = rank
    arguments = name.count > 1 ? name[1].count { $0 == ":" } : 0
  }
}
