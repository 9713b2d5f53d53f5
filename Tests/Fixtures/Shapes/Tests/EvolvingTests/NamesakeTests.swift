import CRuntime
import LeakTesting
import Testing

struct NamesakeTests {
  @Test(.leakFree) func targetOfTheSameName() {
    #expect(engine_count() == 4)
  }
}
