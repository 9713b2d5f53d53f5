import TestOrder
import Testing

@testable import LeakHeapReading

/// The hash table and the buffer of the walk, against the standard library's on random input.
@Suite(.afterOthers) struct TableTests {
  @Test(arguments: [1, 2, 3]) func addressTableIsADictionary(seed: UInt64) {
    var random = RandomWords(seed: seed)
    var table = AddressTable()
    defer { table.deallocate() }
    var expected: [UInt: UInt32] = [:]
    for _ in 0..<20_000 {
      // Few enough different addresses that many come twice; some differ in their high bits only.
      let address = ((random.next() % 6000) + 1) * 16 + (random.next() % 2) << 40
      let next = UInt32(expected.count)
      let (index, isNew) = table.insert(address, next: next)
      #expect(isNew == (expected[address] == nil))
      #expect(index == expected[address, default: next])
      if isNew { expected[address] = next }
    }
    #expect(table.count == expected.count)
  }

  @Test(arguments: [1, 2, 3]) func flatBufferIsAnArray(seed: UInt64) {
    var random = RandomWords(seed: seed)
    let buffer = FlatBuffer<UInt>(capacity: 1)
    defer { buffer.deallocate() }
    var expected: [UInt] = []
    for _ in 0..<5000 {
      let word = random.next()
      switch word % 1000 {
      case 0:
        buffer.removeAll()
        expected.removeAll()
      case 1..<200 where !expected.isEmpty:
        let index = Int(word / 1000) % expected.count
        buffer[index] = word
        expected[index] = word
      default:
        buffer.append(word)
        expected.append(word)
      }
      #expect(buffer.count == expected.count)
    }
    #expect(buffer.array == expected)
    #expect((0..<buffer.count).map { buffer[$0] } == expected)
  }

  /// Past the sizes from which on memory is mapped, and asked for in huge pages.
  @Test(.slow) func largeTablesKeepWhatTheyHold() {
    let count: UInt = 700_000
    let buffer = FlatBuffer<UInt>(capacity: 1)
    var table = AddressTable()
    defer {
      buffer.deallocate()
      table.deallocate()
    }
    for number in 0..<count {
      buffer.append(number)
      _ = table.insert((number + 1) * 16, next: UInt32(number))
    }
    #expect(table.count == Int(count))
    #expect(
      (0..<count).allSatisfy { table.insert(($0 + 1) * 16, next: .max) == (UInt32($0), false) })
    #expect(buffer.takeArray() == Array(0..<count))
    #expect(buffer.count == 0)
    buffer.append(1)
    #expect(buffer.array == [1])
    table.removeAll()
    #expect(table.insert(16, next: 5) == (5, true))
  }
}

/// A small random number generator with a seed (SplitMix64, by Sebastiano Vigna).
private struct RandomWords {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt(word ^ (word >> 31))
  }
}
