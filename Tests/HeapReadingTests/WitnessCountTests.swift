import CLeakBase
import SeededRandom
import TestOrder
import Testing

/// The table of the witnesses of each object, against the standard library's on random input.
@Suite(.afterOthers) struct WitnessCountTests {
  /// No object of the process is at these addresses, since its upper half is the system's.
  private static func masked(_ number: UInt64) -> UInt {
    (0xFFFF_8000_0000_0000 + UInt(number) * 16) ^ UInt(CRT_ADDRESS_MASK)
  }

  @Test(arguments: Rounds.areAll ? [1, 2, 3] : [1]) func theTableIsADictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var expected: [UInt: Int] = [:]
    let all = UInt64(40_000)
    let numbers = seed * all..<(seed + 1) * all
    for step in 0..<200_000 {
      let address = Self.masked(numbers.lowerBound + random.next() % all)
      // It fills, and empties again.
      if random.next() % 8 < (step < 120_000 ? 5 : 2) {
        expected[address, default: 0] += 1
        #expect(crt_witness_add(address) == expected[address])
      } else if let count = expected[address] {
        crt_witness_remove(address)
        expected[address] = count == 1 ? nil : count - 1
      }
    }
    for number in numbers {
      let address = Self.masked(number)
      let count = expected[address, default: 0]
      #expect(crt_witness_count(address) == count)
      for _ in 0..<count { crt_witness_remove(address) }
      #expect(crt_witness_count(address) == 0)
    }
  }
}
