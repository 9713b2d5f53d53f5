import Foundation

/// How many of their rounds seeded tests play: a twentieth, all where `LEAK_TESTING_TESTS` is `all`, as in `.ci/run`, or `long`, as in
/// `.ci/long`.
package enum Rounds {
  private static let chosen = ProcessInfo.processInfo.environment["LEAK_TESTING_TESTS"]

  /// Whether what takes minutes of a processor's time is played as well.
  package static let areLong = chosen == "long"

  package static let areAll = areLong || chosen == "all"

  /// Whether slow tests are played at all, where it is `slow`, `all` or `long`.
  package static let haveSlowTests = areAll || chosen == "slow"

  /// The seeds of as many rounds as are played of `count`.
  package static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(of(count)) }

  /// How many are played of `count`.
  package static func of(_ count: Int) -> Int { areAll ? count : max(1, count / 20) }
}
