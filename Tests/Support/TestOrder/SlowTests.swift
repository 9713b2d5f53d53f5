import SeededRandom
import Testing

extension Trait where Self == ConditionTrait {
  /// Tests that take seconds of a processor each, and tell a change of one part: a plain `swift test` leaves them out, so that it is over
  /// in a minute. `.ci/run` has them.
  package static var slow: Self {
    .enabled(if: Rounds.haveSlowTests, "slow: LEAK_TESTING_TESTS=slow has it")
  }
}
