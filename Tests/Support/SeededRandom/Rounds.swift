import Foundation

/// How many of their rounds seeded tests play: a twentieth, all where `LEAK_TESTING_TESTS` is `all`, as in `.ci/run`.
package enum Rounds {
  private static let chosen = ProcessInfo.processInfo.environment["LEAK_TESTING_TESTS"]

  package static let areAll = chosen == "all"

  /// Whether slow tests are played at all, where it is `slow` or `all`.
  package static let haveSlowTests = areAll || chosen == "slow"

  /// The seeds of as many rounds as are played of `count`.
  package static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(of(count)) }

  /// How many are played of `count`.
  package static func of(_ count: Int) -> Int { areAll ? count : max(1, count / 20) }
}
