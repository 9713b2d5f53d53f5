/// The debug information of one binary.
struct DebugInformation {
  let sections: DebugSections

  init(_ sections: DebugSections) {
    self.sections = sections
  }

  /// `nil` when the file has none that can be read.
  init?(_ file: ELFFile) {
    guard let sections = DebugSections(file) else { return nil }
    self.init(sections)
  }

  /// Where the function is declared whose mangled name is `name`, also where every call of it was inlined; `nil` when it
  /// is not described, or is of the compiler's own making.
  ///
  /// - Complexity: O(*f*) in the number of files that the binary was made of.
  func function(named name: String) -> DebugPlace? {
    for place in DebugNames(sections).places(of: name) {
      guard let unit = DebugUnit(sections, at: place.unit) else { continue }
      if let function = function(at: place.unit &+ place.entry, of: unit) { return function }
    }
    return nil
  }

  private func function(at offset: UInt64, of unit: DebugUnit) -> DebugPlace? {
    guard let entry = completeEntry(at: offset, of: unit),
      entry.tag == DebugEntry.Tag.function || entry.tag == DebugEntry.Tag.inlinedFunction,
      let file = entry.file, let line = entry.line, let header = unit.lineHeader
    else { return nil }
    return LineFiles(header, of: unit).path(of: file).flatMap { DebugPlace(path: $0, line: line) }
  }

  /// The entry at `offset`, with what the entries say that it refers to.
  private func completeEntry(at offset: UInt64, of unit: DebugUnit) -> DebugEntry? {
    guard var entry = unit.entry(at: offset) else { return nil }
    for _ in 0..<4 {
      guard let origin = entry.origin.flatMap(unit.entry(at:)) else { break }
      entry.complete(from: origin)
    }
    return entry
  }
}
