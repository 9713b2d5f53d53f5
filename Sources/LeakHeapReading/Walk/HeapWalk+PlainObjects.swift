import CLeakBase
import LeakBase

/// The loops that read most objects: those whose references stand in words of their own, those that have none, and arrays
/// of references.
///
/// On a large heap the time of a walk is the time that the processor waits for memory: for each object's fields,
/// and for each target's place in the table of addresses. Both are known before they are needed. So a loop takes
/// some objects at a time, and goes over them twice: it copies their words, each object's in one call, and asks for
/// the places of the targets; then it notes the references. The objects after them are asked for meanwhile. What is
/// noted, and in which order, is as if one object were read after the other.
extension HeapWalk {
  /// So many objects are read at a time.
  private static let mostObjects = 16
  /// The room for the words of as many objects, or of a part of an array.
  static let mostWords = 256

  /// Reads the objects from `first` on, as far as they are plain, and returns the next to be read.
  @inline(__always)
  mutating func readPlainObjects(from first: Int) -> Int {
    let end = min(addresses.count, first + Self.mostObjects)
    identify(upTo: end)
    let ahead = min(addresses.count, end + Self.mostObjects)
    fetched = max(fetched, end)
    while fetched < ahead {
      Address(addresses[fetched]).prefetch()
      fetched += 1
    }
    let read = copyWords(from: first, to: end)
    noteWords(from: first, to: read)
    return read
  }

  /// Copies the words of the objects from `first` on, until one is not plain, and returns it.
  @inline(__always)
  private mutating func copyWords(from first: Int, to end: Int) -> Int {
    var next = words
    for object in first..<end {
      let shape = shapes[Int(objectShapes[object])]
      if shape.kind == .leaf { continue }
      let plan = plans[Int(shape.plan)]
      let count = Int(plan.offsetCount)
      guard shape.kind == .fixed, plan.isPlain, next + count < words + Self.mostWords else {
        return object
      }
      let isRead = crt_gather(
        next, addresses[object], offsets.pointer(to: Int(plan.firstOffset)), count)
      if isRead, next.pointee == shape.isa {
        fetchPlaces(of: next + 1, count)
      } else {
        noteChange(of: object)
        next.pointee = 0
      }
      next += count + 1
    }
    return end
  }

  @inline(__always)
  private func fetchPlaces(of words: UnsafePointer<UInt64>, _ count: Int) {
    for word in 0..<count { table.prefetch(UInt(words[word]) & Processor.pointerBits) }
  }

  /// Notes the references in the words that were copied.
  @inline(__always)
  private mutating func noteWords(from first: Int, to end: Int) {
    var next = words
    for object in first..<end {
      firstReferences.append(UInt32(truncatingIfNeeded: references.count))
      let shape = shapes[Int(objectShapes[object])]
      if shape.kind == .leaf { continue }
      let plan = plans[Int(shape.plan)]
      if next.pointee != 0, !isAtLimit {
        var word = next + 1
        for step in Int(plan.start)..<Int(plan.start + plan.count) {
          note(operations[step], in: &word)
        }
      }
      next += Int(plan.offsetCount) + 1
    }
  }

  /// Notes the reference that `operation` finds in the words from `word` on, and goes on behind them.
  @inline(__always)
  private mutating func note(
    _ operation: PlanOperation, in word: inout UnsafeMutablePointer<UInt64>
  ) {
    let first = UInt(word.pointee)
    word += 1
    switch operation.kind {
    case .function:
      let context = Address(UInt(word.pointee))
      word += 1
      if first < Self.lowestObject { return }
      reference(toContext: context, code: first, label: operation.label, index: -1)
    case .bridge:
      reference(to: Address(first & Processor.pointerBits), label: operation.label, index: -1)
    default:
      reference(
        to: Address(first), label: operation.label, index: -1, confidence: operation.confidence)
    }
  }

  /// Reads an array whose elements are references.
  mutating func readPlainArray(
    _ object: Int, first: Address, count: Int, _ shape: HeapShape
  ) {
    let storage = Address(addresses[object])
    let operation = operations[Int(plans[Int(shape.plan)].start)]
    var done = 0
    while done < count {
      let part = min(count - done, Self.mostWords)
      guard (first + done * 8).copy(part * 8, to: words), storage.word() == shape.isa else {
        // The storage of a large array is given back to the system at once when it is freed.
        return noteChange(of: object)
      }
      fetchPlaces(of: words, part)
      for element in 0..<part {
        let word = UInt(words[element])
        reference(
          to: Address(operation.kind == .bridge ? word & Processor.pointerBits : word),
          label: operation.label, index: Int32(truncatingIfNeeded: done + element),
          confidence: operation.confidence)
      }
      done += part
    }
  }
}
