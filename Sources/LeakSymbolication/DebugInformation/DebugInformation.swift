/// The debug information of one binary.
struct DebugInformation {
  let sections: DebugSections
  let index: DebugNames
  private let unlisted: DebugUnlistedNames

  init(_ sections: DebugSections) {
    self.sections = sections
    index = DebugNames(sections)
    unlisted = DebugUnlistedNames(sections, except: index)
  }

  /// `nil` when the file has none that can be read.
  init?(_ file: ELFFile) {
    guard let sections = DebugSections(file) else { return nil }
    self.init(sections)
  }

  /// What `body` makes of the first of the entries with `tag` of `name` that it makes something of. Those that no table
  /// of names has, as of C's, are the last.
  func first<Result>(
    of name: String, tag: UInt64, _ body: (DebugEntry, DebugUnit) -> Result?
  ) -> Result? {
    for finder in [index.places, unlisted.places] {
      for place in finder(name, tag) {
        if let unit = DebugUnit(sections, at: place.unit),
          let entry = unit.entry(at: place.unit &+ place.entry), entry.tag == tag,
          let result = body(entry, unit)
        {
          return result
        }
      }
    }
    return nil
  }

  /// Where the function is declared whose mangled name is `name`, also where every call of it was inlined; `nil` when it
  /// is not described, or is of the compiler's own making.
  ///
  /// - Complexity: O(*f*) in the number of files that the binary was made of.
  func function(named name: String) -> DebugPlace? {
    for place in index.places(of: name) {
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
