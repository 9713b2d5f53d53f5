import LeakBase

/// The sections of a binary's file that hold its debug information, in the format DWARF 4 or 5.
///
/// Reading it in our own process asks for a reader that believes nothing: the file may be cut off, or of another
/// build. The toolchain's `Runtime` module traps on such files, and starting a symbolizer takes longer than
/// the few entries that are wanted here.
struct DebugSections {
  var information: FileBytes
  var abbreviations: FileBytes
  var names: FileBytes
  var lines: FileBytes
  var strings: FileBytes
  var lineStrings: FileBytes
  var stringOffsets: FileBytes
  var addresses: FileBytes
  /// Lists of the format DWARF 4, and of DWARF 5.
  var ranges: FileBytes
  var rangeLists: FileBytes
  var locations: FileBytes
  var locationLists: FileBytes
}

extension DebugSections {
  /// `nil` when the file has no debug information, or none by which functions are found by name.
  init?(_ file: ELFFile) {
    guard let information = file.section(named: ".debug_info"),
      let abbreviations = file.section(named: ".debug_abbrev"),
      let names = file.section(named: ".debug_names"),
      let lines = file.section(named: ".debug_line"),
      let strings = file.section(named: ".debug_str")
    else { return nil }
    self.init(
      information: information, abbreviations: abbreviations, names: names, lines: lines,
      strings: strings, lineStrings: file.section(named: ".debug_line_str") ?? .empty,
      stringOffsets: file.section(named: ".debug_str_offsets") ?? .empty,
      addresses: file.section(named: ".debug_addr") ?? .empty,
      ranges: file.section(named: ".debug_ranges") ?? .empty,
      rangeLists: file.section(named: ".debug_rnglists") ?? .empty,
      locations: file.section(named: ".debug_loc") ?? .empty,
      locationLists: file.section(named: ".debug_loclists") ?? .empty)
  }

  /// The string at `offset`.
  func string(at offset: UInt64, isOfLines: Bool = false) -> String? {
    var cursor = ByteCursor(isOfLines ? lineStrings : strings, at: offset)
    return cursor.string()
  }

  /// Whether the string at `offset` is `text`.
  func isString(_ text: String, at offset: UInt64) -> Bool {
    var cursor = ByteCursor(strings, at: offset)
    let text = text.utf8
    let place = strings.start + cursor.position
    cursor.skip(UInt64(text.count) + 1)
    if cursor.hasFailed { return false }
    var distance = 0
    for byte in text {
      if place.byte(at: distance) != byte { return false }
      distance += 1
    }
    return place.byte(at: distance) == 0
  }

  /// The string with the number `index` among those of a unit, whose offsets begin at `base`.
  func string(numbered index: UInt64, offsetsAt base: UInt64, offsetSize: Int)
    -> String?
  {
    let (distance, overflows) = index.multipliedReportingOverflow(by: UInt64(offsetSize))
    if overflows { return nil }
    var cursor = ByteCursor(stringOffsets, at: base)
    cursor.skip(distance)
    let offset = cursor.number(ofSize: offsetSize)
    return cursor.hasFailed ? nil : string(at: offset)
  }
}
