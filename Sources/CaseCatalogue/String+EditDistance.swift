extension String {
  /// The one of `candidates` that takes the fewest edits to get to, the first of equals; `nil` if there
  /// are none.
  ///
  /// - Parameter part: the part of a candidate that is compared.
  /// - Complexity: O(*m* × *n*) for each candidate, in the lengths of the two strings.
  func nearest(of candidates: [String], by part: (String) -> Substring = { $0[...] }) -> String? {
    candidates
      .map { (candidate: $0, distance: self[...].editDistance(to: part($0))) }
      .min { $0.distance < $1.distance }?
      .candidate
  }
}

extension Substring {
  /// The number of characters to insert, delete or replace to turn this string into `other`
  /// (Levenshtein distance).
  ///
  /// - Complexity: O(*m* × *n*) in the lengths of the two strings.
  func editDistance(to other: Substring) -> Int {
    let target = Array(other)
    // The distances from what was read so far of this string to each prefix of the target.
    var row = Array(0...target.count)
    for (offset, character) in self.enumerated() {
      var diagonal = row[0]
      row[0] = offset + 1
      for column in target.indices {
        let replaced = diagonal + (character == target[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
