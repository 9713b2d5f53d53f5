/// What the source around a closure says about who captures what.
enum ClosureNesting: Hashable, Sendable {
  /// A closure nested inside it, at `line`, says `[weak self]` or `[unowned self]`. Where `isOnlyUse`, the
  /// closure itself mentions `self` nowhere else.
  case weakInside(line: Int, isOnlyUse: Bool)
  /// A closure nested inside it, at `line`, has a capture list that evaluates `self`.
  case listInside(line: Int)
  /// Only a closure nested inside it, at `line`, mentions `self`.
  case usedInside(line: Int)
  /// The closure around it, at `line`, says `[weak self]`, and unwraps it before this one.
  case unwrappedOutside(line: Int)
  /// Neither the closure nor one nested inside it mentions `self`: it uses a local function, which is declared at `line`.
  case localFunction(name: String, line: Int)
  /// Nothing of that.
  case plain
}
