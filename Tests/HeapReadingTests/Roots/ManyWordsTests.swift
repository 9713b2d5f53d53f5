import LeakHeapReading
import LeakHeapRoots
import TestOrder
import Testing

/// Objects to which so many words without a type lead that there is hardly room for them.
@Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
struct ManyWordsTests {
  private final class Item {}

  /// What a word of memory leads to is in that memory, and no retain that nobody has.
  @Test(.slow, .aheadOfOthers) func `None of them is lost`() async {
    await #expect(processExitsWith: .success) {
      let count = 1_400
      let wordsForEach = 50
      let items = (0..<count).map { _ in Unmanaged.passRetained(Item()).toOpaque() }
      let memory = UnsafeMutableBufferPointer<UnsafeMutableRawPointer>.allocate(
        capacity: count * wordsForEach)
      for index in memory.indices {
        memory.initializeElement(at: index, to: items[index / wordsForEach])
      }
      let witnesses = items.map {
        ObjectWitness(Unmanaged<Item>.fromOpaque($0).takeUnretainedValue())
      }
      let answers = HeapReader.shared.holders(of: witnesses).answers
      let held = answers.filter { if case .held = $0 { true } else { false } }
      precondition(held.count == count, "\(held.count) of \(count)")
      withExtendedLifetime((memory, items)) {}
    }
  }
}
