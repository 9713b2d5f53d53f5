import LeakTesting
import Testing

@testable import LeakExplaining

/// What is said of the stack of a thread that is in no function of the program's.
@Suite(.leakFree) struct NamelessStackTests {
  @Test func `It is the thread that waits, and not a variable`() {
    #expect(HoldingPlace(.stack).text == "the stack of a thread")
    #expect(HoldingPlace(.stack, wait: "sleeps").text == "the stack of a thread that sleeps")
    #expect(
      HoldingPlace(.stack, wait: "sleeps", thread: "the main thread").text
        == "the stack of the main thread, which sleeps")
    #expect(
      HoldingPlace(.stack, name: "f()", wait: "sleeps").text == "a variable of f(), which sleeps")
  }
}
