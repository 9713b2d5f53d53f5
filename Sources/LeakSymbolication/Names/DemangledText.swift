/// A piece of a demangled name, cut up without going inside brackets.
///
/// Demangled names are read as text because the runtime offers nothing else. Brackets are balanced once the
/// characters of operators are out of the way (see ``DemangledText/init(_:)``).
struct DemangledText: Equatable {
  private(set) var scalars: ArraySlice<Unicode.Scalar>

  private init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.scalars = scalars
  }

  /// Prepares `text`: the characters of operator names are moved to a private range, where none of them is
  /// a bracket, a period or part of an arrow.
  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    for fixity in [" infix", " prefix", " postfix"] {
      let word = Array(fixity.unicodeScalars)
      for start in scalars.indices.dropLast(word.count)
      where scalars[start...].starts(with: word)
        && ["(", "<", "."].contains(scalars[start + word.count])
      {
        Self.shieldOperator(before: start, in: &scalars)
      }
    }
    self.init(scalars[...])
  }

  private static let operatorScalars = Set("/=-+!*%<>&|^~?.".unicodeScalars)
  private static let shield: UInt32 = 0xE000

  private static func shieldOperator(before end: Int, in scalars: inout [Unicode.Scalar]) {
    var start = end
    while start > 0, operatorScalars.contains(scalars[start - 1]) { start -= 1 }
    // `Box<A>.==`: the operator begins after the period that follows its type or module.
    if let bracket = scalars[start..<end].firstIndex(of: ">"), bracket == start { start += 1 }
    if start < end, scalars[start] == "." { start += 1 }
    for index in start..<end {
      scalars[index] = Unicode.Scalar(shield + scalars[index].value) ?? scalars[index]
    }
  }

  /// The text, with operators as they were.
  var string: String {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      let isShielded = (Self.shield..<Self.shield + 0x80).contains(scalar.value)
      result.append(isShielded ? Unicode.Scalar(UInt8(scalar.value - Self.shield)) : scalar)
    }
    return String(result)
  }

  var isEmpty: Bool { scalars.isEmpty }
  var first: Unicode.Scalar? { scalars.first }

  func hasPrefix(_ prefix: String) -> Bool { scalars.starts(with: prefix.unicodeScalars) }

  /// Removes `prefix` if it is there.
  mutating func skip(_ prefix: String) -> Bool {
    guard hasPrefix(prefix) else { return false }
    scalars = scalars.dropFirst(prefix.unicodeScalars.count)
    return true
  }

  /// Removes the bracketed group at the beginning, and returns what is in it; `nil` when there is none.
  mutating func skipGroup() -> DemangledText? {
    guard let first = scalars.first, "(<[{".unicodeScalars.contains(first) else { return nil }
    var depth = 0
    for (index, change) in depthChanges() {
      depth += change
      if depth == 0 {
        let group = DemangledText(scalars[scalars.startIndex + 1..<index])
        scalars = scalars[(index + 1)...]
        return group
      }
    }
    return nil
  }

  /// Removes what comes before the first scalar that satisfies `isEnd`, and returns it.
  mutating func skip(to isEnd: (Unicode.Scalar) -> Bool) -> DemangledText {
    let end = scalars.firstIndex(where: isEnd) ?? scalars.endIndex
    let skipped = DemangledText(scalars[..<end])
    scalars = scalars[end...]
    return skipped
  }

  /// The parts between the occurrences of `separator` that are outside all brackets.
  func split(by separator: String) -> [DemangledText] {
    let separator = Array(separator.unicodeScalars)
    var changes = depthChanges().makeIterator()
    var change = changes.next()
    var parts: [DemangledText] = []
    var start = scalars.startIndex
    var index = start
    var depth = 0
    while index < scalars.endIndex {
      if let current = change, current.index == index {
        depth += current.change
        change = changes.next()
      }
      if depth == 0, scalars[index] == separator[0], scalars[index...].starts(with: separator) {
        parts.append(DemangledText(scalars[start..<index]))
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(DemangledText(scalars[start...]))
    return parts
  }

  /// Where brackets and quotes open (1) and close (-1). The `>` of an arrow is none.
  ///
  /// What closes a bracket closes all that were opened in it: a closure that a specialization fixed an argument to is written
  /// without its last bracket.
  private func depthChanges() -> [(index: Int, change: Int)] {
    var changes: [(index: Int, change: Int)] = []
    var open: [Unicode.Scalar] = []
    var isQuoted = false
    for index in scalars.indices {
      switch scalars[index] {
      case "`":
        isQuoted.toggle()
        changes.append((index, isQuoted ? 1 : -1))
      case _ where isQuoted: break
      case "(", "<", "[", "{":
        open.append(scalars[index])
        changes.append((index, 1))
      case ">" where index > scalars.startIndex && scalars[index - 1] == "-": break
      case ")", ">", "]", "}":
        let opened = open.lastIndex(of: Self.opening(of: scalars[index]))
        changes.append((index, opened.map { $0 - open.count } ?? -1))
        if let opened { open.removeSubrange(opened...) }
      default: break
      }
    }
    return changes
  }

  /// The bracket that `bracket` closes.
  private static func opening(of bracket: Unicode.Scalar) -> Unicode.Scalar {
    switch bracket {
    case ")": "("
    case ">": "<"
    case "]": "["
    default: "{"
    }
  }
}
