#if os(Linux)
  import CLeakHeapRoots
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakHeapRoots
  @testable import LeakHeapReading

  /// The types that are found in the copy of a process.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct CopiedTypesTests {
    private final class Needle {
      weak var weak: Needle?
    }

    /// What an instance takes: two words of every object, and a reference. Blocks of that size fill the gaps in which it could lie
    /// before them.
    private static let needleSize = 24

    /// On the heap also where the optimizer sees that nothing needs it.
    @inline(never)
    private static func makeNeedle() -> AnyObject { Needle() }

    /// Of 200,000 blocks each begins with another word that is no metadata: the types after them are found all the same.
    @Test(.aheadOfOthers) func typesAmongOtherFirstWords() async {
      await #expect(processExitsWith: .success) {
        var last = UnsafeMutableRawPointer.allocate(byteCount: Self.needleSize, alignment: 16)
        for _ in 0..<200_000 {
          let block = UnsafeMutableRawPointer.allocate(byteCount: Self.needleSize, alignment: 16)
          block.storeBytes(of: last, as: UnsafeMutableRawPointer.self)
          last = block
        }
        let needle = Self.makeNeedle()
        let isa = UInt(bitPattern: unsafeBitCast(Needle.self, to: UnsafeRawPointer.self))
        let isFound = HeapReader().withCompiler { compiler in
          guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60) else {
            return false
          }
          return (0..<crt_search_type_count(copy.search)).contains {
            crt_search_type(copy.search, $0) == isa
          }
        }
        withExtendedLifetime((needle, last)) { precondition(isFound == true) }
      }
    }
  }
#endif
