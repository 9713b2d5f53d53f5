/// The runtime's names of types.
package enum RuntimeTypeName {
  /// The name of `type` with its module, without what differs from run to run.
  package static func stable(of type: Any.Type) -> String {
    stable(_typeName(type, qualified: true))
  }

  /// `spelling` without what differs from run to run, or says no more than where a type is declared.
  ///
  /// The runtime prints a private type as `Shop.(unknown context at $55d0c8).Cart`, a local one as
  /// `Shop.(Cart in $55d0c8)`, and one in an extension as `(extension in Shop):Swift.Array<Shop.Item>.Cart`.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  package static func stable(_ spelling: String) -> String {
    guard spelling.utf8.contains(UInt8(ascii: "(")) else { return spelling }
    var result = ""
    var rest = spelling[...]
    while let open = rest.firstIndex(of: "(") {
      result += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      let close = inside.firstIndex(of: ")") ?? inside.endIndex
      let text = inside[..<close]
      let after = inside[close...].dropFirst()
      if text.hasPrefix("unknown context at ") {
        rest = after.first == "." ? after.dropFirst() : after
      } else if text.hasPrefix("extension in "), after.first == ":" {
        rest = after.dropFirst()
      } else if let name = text.split(separator: " ").first,
        text.dropFirst(name.count).hasPrefix(" in ")
      {
        result += name
        rest = after
      } else {
        result += "("
        rest = inside
      }
    }
    return result + rest
  }
}
