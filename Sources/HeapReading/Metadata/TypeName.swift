/// Names of types as text.
package enum TypeName {
  /// `name` without the contexts that are named by an address, which differs from run to run.
  ///
  /// The runtime prints a private type as `Shop.(unknown context at $55d0c8).Cart`.
  package static func stable(_ name: String) -> String {
    let marker = "(unknown context at $"
    guard name.utf8.count > marker.utf8.count, name.contains(marker) else { return name }
    var result = ""
    var rest = Substring(name)
    while let range = rest.firstRange(of: marker) {
      result += rest[..<range.lowerBound]
      rest = rest[range.upperBound...].drop { $0 != ")" }.dropFirst()
      if rest.hasPrefix(".") { rest = rest.dropFirst() }
    }
    return result + rest
  }
}
