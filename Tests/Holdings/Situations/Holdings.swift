/// Every situation.
package enum Holdings {
  package static let situations =
    variables + containers + numbers + dispatch + sources + foundation + operations + requests
    + concurrency + children + streams + threads + locals + waits + unreachable + cycles + values
    + idle
}

/// Keeps what must live as long as the situation, and leads to no guest but by what the situation is of.
final class Keeper: @unchecked Sendable {
  static let shared = Keeper()
  var kept: [Any] = []
}
