import Foundation

/// How many of their rounds seeded tests play: a twentieth, all where `LEAK_TESTING_TESTS` is `all`, as in `.ci/run`.
package enum Rounds {
  package static let areAll = ProcessInfo.processInfo.environment["LEAK_TESTING_TESTS"] == "all"

  /// The seeds of as many rounds as are played of `count`.
  package static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(of(count)) }

  /// How many are played of `count`.
  package static func of(_ count: Int) -> Int { areAll ? count : max(1, count / 20) }
}
