import Foundation

/// A value of a JSON text, with the line that it begins on: Foundation tells of a mistake in what was decoded only where in the
/// values it is, and people look for it in the file.
struct PlacedJSON {
  enum Value {
    case object([(key: String, keyLine: Int, value: PlacedJSON)])
    case array([PlacedJSON])
    case string(String)
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    case null
  }

  var value: Value
  /// Counted from 1.
  var line: Int
}

/// What is wrong with a JSON text, and on which line.
struct PlacedJSONError: Error, Hashable {
  var line: Int
  var message: String
}

extension PlacedJSON {
  /// - Throws: `PlacedJSONError` for what is no JSON text (RFC 8259), or is nested more than 64 times.
  init(parsing text: String) throws(PlacedJSONError) {
    var parser = PlacedJSONParser(text)
    self = try parser.document()
  }

  /// What the value is, as a sentence has it.
  var kind: String {
    switch value {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .bool: "true or false"
    case .number: "a number"
    case .null: "null"
    }
  }
}

private struct PlacedJSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func document() throws(PlacedJSONError) -> PlacedJSON {
    let value = try self.value()
    skipSpace()
    if position < bytes.count { throw error("there is more after the end") }
    return value
  }

  private func error(_ message: String) -> PlacedJSONError {
    PlacedJSONError(line: line, message: message)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  /// Whether `byte` came next, which is taken then.
  private mutating func take(_ byte: Character) -> Bool {
    skipSpace()
    guard next == byte.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: Character, _ place: String) throws(PlacedJSONError) {
    if !take(byte) { throw error("a \(byte) is missing \(place)") }
  }

  /// Refuses a value, or a key, where a comma must come first. It is missing on the line of what it must follow.
  private mutating func expectNoValue(_ place: String) throws(PlacedJSONError) {
    let end = line
    skipSpace()
    guard let next, !",:]}".utf8.contains(next) else { return }
    throw PlacedJSONError(line: end, message: "a comma is missing \(place)")
  }

  /// Refuses the end after a comma, which is on this line: people leave one behind when they take the last entry away.
  private mutating func expectNoEnd(_ end: Character, _ place: String) throws(PlacedJSONError) {
    let comma = line
    skipSpace()
    guard next == end.asciiValue else { return }
    throw PlacedJSONError(
      line: comma, message: "a comma stands after the last value \(place), before the \(end)")
  }

  private mutating func value() throws(PlacedJSONError) -> PlacedJSON {
    skipSpace()
    let line = line
    guard let byte = next else { throw error("the text ends where a value must stand") }
    depth += 1
    defer { depth -= 1 }
    if depth > 64 { throw error("the text is nested too deeply") }
    switch Character(UnicodeScalar(byte)) {
    case "{": return PlacedJSON(value: .object(try members()), line: line)
    case "[": return PlacedJSON(value: .array(try elements()), line: line)
    case "\"": return PlacedJSON(value: .string(try string()), line: line)
    default: return PlacedJSON(value: try word(), line: line)
    }
  }

  private mutating func members() throws(PlacedJSONError) -> [(
    key: String, keyLine: Int, value: PlacedJSON
  )] {
    position += 1
    var members: [(key: String, keyLine: Int, value: PlacedJSON)] = []
    if take("}") { return members }
    repeat {
      if !members.isEmpty { try expectNoEnd("}", "of an object") }
      skipSpace()
      guard next == 0x22 else { throw error("a key in quotation marks is missing") }
      let line = line
      let key = try string()
      if members.contains(where: { $0.key == key }) {
        throw error("the key \"\(key)\" occurs twice")
      }
      try expect(":", "after \"\(key)\"")
      members.append((key, line, try value()))
      try expectNoValue("after the value of \"\(key)\"")
    } while take(",")
    try expect("}", "at the end of an object")
    return members
  }

  private mutating func elements() throws(PlacedJSONError) -> [PlacedJSON] {
    position += 1
    var elements: [PlacedJSON] = []
    if take("]") { return elements }
    repeat {
      if !elements.isEmpty { try expectNoEnd("]", "of a list") }
      elements.append(try value())
      try expectNoValue("after a value of a list")
    } while take(",")
    try expect("]", "at the end of a list")
    return elements
  }

  /// A string, which Foundation reads.
  private mutating func string() throws(PlacedJSONError) -> String {
    let start = position
    position += 1
    while let byte = next, byte != 0x22 {
      if byte < 0x20 { throw error("a string does not end on its line") }
      position += byte == 0x5C ? 2 : 1
    }
    guard position < bytes.count else { throw error("a string does not end") }
    position += 1
    return try read(start..<position) as String
  }

  /// A number, `true`, `false` or `null`.
  private mutating func word() throws(PlacedJSONError) -> PlacedJSON.Value {
    let start = position
    while let byte = next, !", \t\n\r]}:\"[{".utf8.contains(byte) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "": throw error("a value is missing")
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      _ = try read(start..<position) as Double
      return .number(word)
    }
  }

  private func read<Value: Decodable>(_ range: Range<Int>) throws(PlacedJSONError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes[range]))
    } catch {
      let text = String(decoding: bytes[range], as: UTF8.self)
      throw PlacedJSONError(line: line, message: "\(text) is not JSON")
    }
  }
}
