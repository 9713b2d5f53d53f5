extension DebugUnit {
  /// What a list is of.
  enum ListKind {
    case ranges
    case locations
  }

  /// One piece of a list.
  struct ListPiece {
    /// The addresses that it is about; `nil` when it is about all that no other piece is about.
    var addresses: Range<UInt64>?
    /// The expression that holds there.
    var expression: FileBytes
  }

  /// The pieces of the list at `value`; `nil` when they cannot all be read.
  func pieces(of value: DebugForm.Value, _ kind: ListKind) -> [ListPiece]? {
    guard addressSize == 8 else { return nil }
    switch value {
    case .number(let offset):
      return version < 5 ? olderPieces(at: offset, kind) : newerPieces(at: offset, kind)
    case .listIndex(let index):
      let base = kind == .ranges ? root.unit.rangeLists : root.unit.locationLists
      guard let base else { return nil }
      let (distance, overflows) = index.multipliedReportingOverflow(by: UInt64(offsetSize))
      var cursor = ByteCursor(bytes(ofLists: kind), at: base)
      cursor.skip(overflows ? .max : distance)
      let offset = cursor.number(ofSize: offsetSize)
      return cursor.hasFailed ? nil : newerPieces(at: base &+ offset, kind)
    case .address, .addressIndex, .entry, .globalEntry, .string, .stringOffset, .stringIndex,
      .bytes, .other:
      return nil
    }
  }

  private static let limit = 10_000

  private func bytes(ofLists kind: ListKind) -> FileBytes {
    switch (kind, version < 5) {
    case (.ranges, true): sections.ranges
    case (.ranges, false): sections.rangeLists
    case (.locations, true): sections.locations
    case (.locations, false): sections.locationLists
    }
  }

  /// DWARF 4, sections 2.17.3, *Non-Contiguous Address Ranges*, and 2.6.2, *Location Lists*.
  private func olderPieces(at offset: UInt64, _ kind: ListKind) -> [ListPiece]? {
    var cursor = ByteCursor(bytes(ofLists: kind), at: offset)
    var pieces: [ListPiece] = []
    var base = base
    for _ in 0..<Self.limit {
      let (start, end) = (cursor.number(ofSize: 8), cursor.number(ofSize: 8))
      if cursor.hasFailed { return nil }
      if start == 0, end == 0 { return pieces }
      if start == .max {
        base = end
        continue
      }
      var expression = FileBytes.empty
      if kind == .locations { expression = cursor.bytes(UInt64(cursor.uint16())) }
      let (first, last) = (base &+ start, base &+ end)
      if first < last {
        pieces.append(ListPiece(addresses: first..<last, expression: expression))
      }
    }
    return nil
  }

  /// DWARF 5, sections 2.17.3, *Non-Contiguous Address Ranges*, and 2.6.2, *Location Lists*.
  private func newerPieces(at offset: UInt64, _ kind: ListKind) -> [ListPiece]? {
    var cursor = ByteCursor(bytes(ofLists: kind), at: offset)
    var pieces: [ListPiece] = []
    var base: UInt64? = base
    for _ in 0..<Self.limit {
      let code = cursor.byte()
      if cursor.hasFailed { return nil }
      // The codes of locations are those of ranges, with one more between them, for what holds elsewhere.
      let isDefault = kind == .locations && code == 5
      var addresses: Range<UInt64>?
      if !isDefault {
        switch kind == .locations && code > 5 ? code - 1 : code {
        case 0: return pieces
        case 1:
          base = address(of: .addressIndex(cursor.variableNumber()))
          continue
        case 5:
          base = cursor.number(ofSize: 8)
          continue
        case let code:
          guard let (start, end) = bounds(code, base, &cursor) else { return nil }
          addresses = start < end ? start..<end : start..<start
        }
      }
      var expression = FileBytes.empty
      if kind == .locations { expression = cursor.bytes(cursor.variableNumber()) }
      pieces.append(ListPiece(addresses: addresses, expression: expression))
    }
    return nil
  }

  /// The addresses of a piece with the code that it has among ranges (DWARF 5, section 7.25, *Non-Contiguous Address
  /// Ranges*).
  private func bounds(
    _ code: UInt8, _ base: UInt64?, _ cursor: inout ByteCursor
  ) -> (start: UInt64, end: UInt64)? {
    switch code {
    case 2, 3:
      let start = address(of: .addressIndex(cursor.variableNumber()))
      let second = cursor.variableNumber()
      let end = code == 2 ? address(of: .addressIndex(second)) : start.map { $0 &+ second }
      return start.flatMap { start in end.map { (start, $0) } }
    case 4:
      let (start, end) = (cursor.variableNumber(), cursor.variableNumber())
      return base.map { ($0 &+ start, $0 &+ end) }
    case 6: return (cursor.number(ofSize: 8), cursor.number(ofSize: 8))
    case 7:
      let start = cursor.number(ofSize: 8)
      return (start, start &+ cursor.variableNumber())
    default: return nil
    }
  }
}
