import Foundation
import LeakBase
import Testing

/// Text in memory that somebody else owns.
@Suite struct RawTextTests {
  /// Two pages, of which only the first can be read, and nothing before the second.
  private static func withTextAtEndOfMemory(
    _ text: [UInt8], _ body: (Address) throws -> Void
  ) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(
      mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, 2 * page) }
    let place = memory + page - text.count
    place.copyMemory(from: text, byteCount: text.count)
    #expect(mprotect(memory + page, page, PROT_NONE) == 0)
    try body(Address(UInt(bitPattern: place)))
  }

  @Test(arguments: 0..<20)
  func textOfAnyLengthIsReadToItsEnd(_ length: Int) throws {
    let text = String("What is it that keeps you?".prefix(length))
    try Self.withTextAtEndOfMemory(Array(text.utf8) + [0]) { #expect($0.string() == text) }
  }

  @Test(arguments: 0..<20)
  func textEndsAtItsLimit(_ limit: Int) throws {
    let text = "What is it that keeps you?"
    try Self.withTextAtEndOfMemory(Array(text.utf8) + [0]) {
      #expect($0.string(limit: limit) == text.prefix(limit))
    }
  }

  @Test func textThatIsNoneIsRepaired() throws {
    try Self.withTextAtEndOfMemory([0x41, 0xC3, 0x42, 0]) { #expect($0.string() == "A\u{FFFD}B") }
  }

  #if os(Linux)
    @Test func textEndsWhereItsMemoryDoes() throws {
      try Self.withTextAtEndOfMemory(Array("What is".utf8)) { place in
        #expect(MemoryGuard.reading { place.string() } == "What is")
      }
    }
  #endif
}
