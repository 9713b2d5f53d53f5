import LeakHeapReading
import LeakSymbolication

extension FunctionName.Signature {
  /// What a call can give that has nothing to give: a literal; `nil` where the result is of a type without such a value.
  var emptyValue: String? {
    guard let resultType else { return nil }
    if Self.numbers.contains(resultType) { return "0" }
    switch resultType {
    case "Swift.Bool": return "false"
    case "Swift.String", "Swift.Substring": return "\"\""
    case let type where type.hasPrefix("[") && type.hasSuffix("]"):
      return Self.isDictionary(type) ? "[:]" : "[]"
    case let type where type.hasPrefix("Swift.Array<") || type.hasPrefix("Swift.Set<"): return "[]"
    case let type where type.hasPrefix("Swift.Dictionary<"): return "[:]"
    default: return nil
    }
  }

  private static let numbers = Set(
    ["Int", "UInt", "Float", "Double", "CGFloat"].map { "Swift." + $0 }
      + [8, 16, 32, 64].flatMap { ["Swift.Int\($0)", "Swift.UInt\($0)"] })

  /// Whether the type in brackets has a colon outside of all others.
  private static func isDictionary(_ type: String) -> Bool {
    var depth = 0
    for character in type {
      if "[(<".contains(character) { depth += 1 }
      if "])>".contains(character) { depth -= 1 }
      if character == ":", depth == 1 { return true }
    }
    return false
  }
}
