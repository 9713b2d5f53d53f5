#if os(Linux)
  import CLeakBase
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakHeapRoots
  @testable import LeakHeapReading

  /// Memory that the map says can be read, and that ends whoever reads it.
  ///
  /// Linux has such pages since 6.13, and glibc since 2.42 at the end of each thread's stack.
  @Suite(
    .disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"),
    .enabled(if: pagesAroundGuard() != nil, "the system has no such pages"))
  struct GuardPageTests {
    private final class Item {}

    @Test(.aheadOfOthers) func `What is behind it is found`() async {
      await #expect(processExitsWith: .success) {
        let start = pagesAroundGuard()!
        let item = Item()
        let address = UInt(bitPattern: Unmanaged.passUnretained(item).toOpaque())
        let last = start + 2 * page
        last.storeBytes(of: address, as: UInt.self)
        let isRead = HeapReader().withCompiler { compiler in
          guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60),
            let hits = try? copy.words(leadingTo: [address ^ UInt(CRT_ADDRESS_MASK)])
          else { return false }
          let guardPage = copy.bytes(at: UInt(bitPattern: start + page), count: 8)
          return guardPage == [0, 0, 0, 0, 0, 0, 0, 0]
            && hits.contains { $0.slot == UInt(bitPattern: last) && $0.place == .mapping }
        }
        withExtendedLifetime(item) { precondition(isRead == true) }
      }
    }
  }

  private let page = 4096

  /// Three pages, of which the second cannot be read.
  private func pagesAroundGuard() -> UnsafeMutableRawPointer? {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = mmap(nil, 3 * page, PROT_READ | PROT_WRITE, flags, -1, 0),
      start != MAP_FAILED
    else { fatalError("no memory") }
    let install: CInt = 102  // MADV_GUARD_INSTALL
    if madvise(start + page, page, install) == 0 { return start }
    munmap(start, 3 * page)
    return nil
  }
#endif
