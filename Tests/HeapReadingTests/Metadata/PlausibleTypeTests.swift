import CLeakBase
import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapReading

/// Metadata of an enumeration is believed where the functions are code that tell its case: they are called.
@Suite struct PlausibleTypeTests {
  private enum Choice {
    case first(Item)
    case second(Item, Int)
  }

  /// A copy of an enumeration's metadata, with a table of witnesses of its own.
  private struct Forgery {
    let pages = [GuardedPage(), GuardedPage()]

    /// - Parameter witness: The word of the table that is another, and what it is.
    func type(_ witness: (index: Int, word: UInt)? = nil) -> TypeMetadata {
      let metadata = TypeMetadata(Choice.self).address
      let table = metadata.address(at: -8)
      var witnesses = (0..<14).map { table.word(at: 8 * $0) }
      if let witness { witnesses[witness.index] = witness.word }
      let words =
        [0, pages[0].place(words: witnesses).bits] + (0..<6).map { metadata.word(at: 8 * $0) }
      return TypeMetadata(pages[1].place(words: words) + 16)
    }
  }

  private static let tag = crt_fact_witness_enum_tag() / 8
  private static let project = crt_fact_witness_enum_project() / 8

  @Test func witnessesOfAnEnumerationAreCode() {
    let forgery = Forgery()
    // The runtime makes what is generic when it is first asked for: before the memory map is read.
    let types = [TypeMetadata(Choice.self), TypeMetadata(Item?.self)]
    let compiler = PlanCompiler(map: MemoryMap())
    #expect(types.map(compiler.isPlausibleType) == [true, true])
    #expect(compiler.isPlausibleType(forgery.type()))
    let data = TypeMetadata(Choice.self).address.bits
    for index in [Self.tag, Self.project] {
      for word in [0, 8, data, forgery.pages[1].place([0]).bits, .max] {
        #expect(!compiler.isPlausibleType(forgery.type((index, word))), "\(index): \(word)")
      }
    }
  }

  private final class Box {
    var value: Any = 0
  }

  /// A value beside a type that only looks like one: nothing of it is called.
  @Test(.aheadOfOthers) func aForgedTypeBesideAValueIsNotCalled() async throws {
    await #expect(processExitsWith: .success) {
      let forgery = Forgery()
      let box = Box()
      let place = Unmanaged.passUnretained(box).toOpaque() + 16
      let type = place.advanced(by: 24).assumingMemoryBound(to: UInt.self)
      let before = type.pointee
      for index in [Self.tag, Self.project] {
        type.pointee = forgery.type((index, TypeMetadata(Choice.self).address.bits)).address.bits
        let snapshot = try HeapReader.shared.snapshot(from: place - 16)
        precondition(snapshot.graph.objects.count == 1)
        precondition(snapshot.unread == ["a value of unknown type in an existential"])
      }
      type.pointee = before
      withExtendedLifetime(box) {}
    }
  }
}
