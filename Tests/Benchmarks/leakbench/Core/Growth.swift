import Foundation

/// How something grows with a size.
package struct Growth: Codable, Sendable, Hashable {
  package var sizes: [Int]
  /// What was measured at each size.
  package var values: [Double]

  /// - Precondition: There are as many values as sizes.
  package init(sizes: [Int], values: [Double]) {
    precondition(sizes.count == values.count)
    self.sizes = sizes
    self.values = values
  }

  /// The power of the size that the values follow: the slope of the straight line that fits best where both axes are
  /// logarithmic. 1 is linear, 0 is constant; `nil` for fewer than two sizes.
  package var exponent: Double? {
    let points = zip(sizes, values).map { (x: log(Double($0)), y: log($1)) }
    guard Set(sizes).count > 1 else { return nil }
    let count = Double(points.count)
    let meanX = points.map(\.x).reduce(0, +) / count
    let meanY = points.map(\.y).reduce(0, +) / count
    let covariance = points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +)
    return covariance / points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
  }

  /// The same from `size` on.
  package func from(_ size: Int) -> Growth {
    let kept = zip(sizes, values).filter { $0.0 >= size }
    return Growth(sizes: kept.map(\.0), values: kept.map(\.1))
  }
}
