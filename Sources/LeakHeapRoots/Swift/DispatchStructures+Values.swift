import LeakBase

/// What a queue has for a `DispatchSpecificKey`.
///
/// Sources: `dispatch_queue_specific_head_s` and `dispatch_queue_specific_s` in libdispatch's `src/queue.c`, `setSpecific(key:value:)` in
/// its `src/swift/Queue.swift`. A queue has a list, whose second word leads to the first record. A record has the key, the value in
/// an object of the library's, the function that releases that, and the next record.
extension DispatchStructures {
  private static let listFirst: UInt = 8
  private static let listLast: UInt = 16
  private static let recordValue: UInt = 8
  private static let recordRelease: UInt = 16
  private static let recordNext: UInt = 24
  private static let recordPrevious: UInt = 32
  private static let valueType = "Dispatch._DispatchSpecificValue<"

  /// Whether `block` is the list of the values that a queue has.
  func isValueList(_ block: UInt) -> Bool {
    copy.word(at: block &+ Self.listFirst).map(isValueRecord) ?? false
  }

  private func isValueRecord(_ block: UInt) -> Bool {
    guard let value = copy.word(at: block &+ Self.recordValue), isValue(value),
      let release = copy.word(at: block &+ Self.recordRelease)
    else { return false }
    return copy.compiler.map.isCode(Address(release))
  }

  private func isValue(_ object: UInt) -> Bool {
    object & 15 == 0 && copy.type(of: object)?.name.hasPrefix(Self.valueType) ?? false
  }

  /// Whether the word at `slot` of the block is where a queue, its list or a record of that keeps the value, or the next on the way there:
  /// also the one by which Swift's object keeps the queue.
  func keepsValue(_ target: UInt, at slot: UInt, of block: UInt) -> Bool {
    switch slot &- block {
    case Self.recordValue where isValue(target): isValueRecord(block)
    case Self.listFirst where isValueRecord(target): true
    case Self.recordNext where isValueRecord(target): isValueRecord(block)
    default:
      switch kind(of: block) {
      case .queue: isValueList(target)
      case .other:
        copy.type(of: block)?.name == "Dispatch.DispatchQueue" && kind(of: target) == .queue
      case .source, .group: false
      }
    }
  }

  /// Whether the word at `slot` of the block leads back in such a list, or to its end.
  func leadsBack(at slot: UInt, of block: UInt) -> Bool {
    switch slot &- block {
    case Self.listLast: isValueList(block)
    case Self.recordPrevious: isValueRecord(block)
    default: false
    }
  }
}
