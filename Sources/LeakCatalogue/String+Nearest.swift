extension String {
  /// The one of `candidates` that this string is most likely a slip for, the first of equals; `nil` where none is near:
  /// at most every third character may be wrong.
  ///
  /// - Parameter part: the part of a candidate that is compared.
  /// - Complexity: O(*m* × *n*) for each candidate, in the lengths of the two strings.
  func nearest(of candidates: [String], by part: (String) -> Substring = { $0[...] }) -> String? {
    let tolerance = Swift.max(1, count / 3)
    return
      candidates
      .map { (candidate: $0, distance: self[...].editDistance(to: part($0))) }
      .filter { $0.distance <= tolerance && $0.distance < part($0.candidate).count }
      .min { $0.distance < $1.distance }?
      .candidate
  }
}

extension Substring {
  /// The number of characters to insert, delete or replace, or to swap with the next one, to turn this string into
  /// `other`.
  ///
  /// - Complexity: O(*m* × *n*) in the lengths of the two strings.
  func editDistance(to other: Substring) -> Int {
    let source = Array(self)
    let target = Array(other)
    // The distances from what was read so far of this string to each prefix of the target, and one character before.
    var row = Array(0...target.count)
    var previous = row
    for (index, character) in source.enumerated() {
      let last = row
      row[0] = index + 1
      for column in target.indices {
        let replaced = last[column] + (character == target[column] ? 0 : 1)
        row[column + 1] = Swift.min(replaced, last[column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, character == target[column - 1],
          source[index - 1] == target[column]
        {
          row[column + 1] = Swift.min(row[column + 1], previous[column - 1] + 1)
        }
      }
      previous = last
    }
    return row[target.count]
  }
}
