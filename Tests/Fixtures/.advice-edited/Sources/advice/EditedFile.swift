import LeakDetection

/// A source file with edits.
struct EditedFile {
  private let bytes: [UInt8]
  /// Where each line begins.
  private let lines: [Int]
  /// Edits with the bytes that they replace, each once.
  private var places: [LeakReport.SourceEdit: Range<Int>] = [:]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Adds an edit.
  ///
  /// - Throws: ``Failure`` where the text is another than the edit says, or where it overlaps one that was added before.
  mutating func add(_ edit: LeakReport.SourceEdit) throws {
    if places[edit] != nil { return }
    let range = try range(of: edit)
    for (other, taken) in places
    where range.lowerBound == taken.lowerBound || range.overlaps(taken) {
      throw Failure("two edits overlap: \(other.summary), and \(edit.summary)")
    }
    places[edit] = range
  }

  /// The text with all edits.
  var text: String {
    var bytes = bytes
    for (edit, range) in places.sorted(by: { $0.value.lowerBound > $1.value.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that `edit` replaces.
  private func range(of edit: LeakReport.SourceEdit) throws -> Range<Int> {
    guard lines.indices.contains(edit.line - 1), edit.column > 0 else {
      throw Failure("there is no such place: \(edit.summary)")
    }
    let start = lines[edit.line - 1] + edit.column - 1
    let original = Array(edit.original.utf8)
    guard start <= bytes.count, bytes[start...].starts(with: original) else {
      throw Failure("another text stands there: \(edit.summary)")
    }
    return start..<start + original.count
  }
}

extension LeakReport.SourceEdit {
  /// The edit on one line.
  fileprivate var summary: String {
    "\(file):\(line):\(column): \(original.debugDescription) becomes \(replacement.debugDescription)"
  }
}
