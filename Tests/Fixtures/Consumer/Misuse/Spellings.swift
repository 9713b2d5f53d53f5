import LeakTesting
import Testing

// What might be written to check all of a target at once, and is refused.

struct Songs {
  @Test func plays() {}
}

@Suite(.leakFree) extension Songs {}

typealias Suite = Testing.Suite

@Suite(.leakFree) protocol LeakFreeSuite {}

@Suite(.leakFree) struct Whole<Part> {}

extension Whole where Part == Songs {
  @Test func rehearses() {}
}
