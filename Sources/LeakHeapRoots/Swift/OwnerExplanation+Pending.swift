extension OwnerExplanation {
  /// The blocks to which ways are being looked for, each for the one before it.
  struct PendingBlocks {
    private var blocks: [UInt] = []
    /// The position of the first block that was met again since the last one began; -1 where a way was too long to be followed.
    private var firstMet = Int.max
    /// Those of the blocks before.
    private var outer: [Int] = []
    /// How often a way was not kept.
    private var repetitions = 0

    /// Where many blocks refer to one another, what is found first is kept after so many.
    private static let mostRepetitions = 1 << 12

    /// Begins with `block`; false where that has begun already, or is too far away.
    mutating func begin(_ block: UInt, depth: Int, most: Int) -> Bool {
      if depth > most {
        firstMet = -1
        return false
      }
      if let position = blocks.firstIndex(of: block) {
        firstMet = min(firstMet, position)
        return false
      }
      blocks.append(block)
      outer.append(firstMet)
      firstMet = .max
      return true
    }

    /// Ends with the last block. Whether what was found does not depend on which blocks it was looked for from.
    mutating func end() -> Bool {
      blocks.removeLast()
      let met = firstMet
      let isWhole = met >= blocks.count || repetitions >= Self.mostRepetitions
      if !isWhole { repetitions += 1 }
      let before = outer.removeLast()
      firstMet = isWhole ? before : min(before, met)
      return isWhole
    }
  }
}
