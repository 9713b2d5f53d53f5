import LeakTesting
import TestOrder
import Testing

/// Memory of C's that has two objects, of which one has the memory's address: whichever is asked about first, the same holds both.
@Suite(.slow, .disabled(if: isOptimized, "optimised code keeps no variable that nobody reads"))
struct MutualMemoryTests {
  /// As large as few objects are: words that other tests have left seldom are its address.
  private final class Reader {
    var pages: UnsafeMutableRawPointer?
    let room = (SIMD64<UInt64>(), SIMD64<UInt64>())
  }

  private final class Page {
    let room = (SIMD64<UInt64>(), SIMD64<UInt64>())
  }

  private enum Shelf {
    nonisolated(unsafe) static var pages: UnsafeMutablePointer<Unmanaged<AnyObject>>?
  }

  @Test func isHeldByWhatHasTheMemory() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { () -> [AnyObject] in
      let pages = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: 2)
      Shelf.pages = pages
      let (page, reader) = (Page(), Reader())
      reader.pages = UnsafeMutableRawPointer(pages)
      pages.initialize(to: Unmanaged.passRetained(page))
      (pages + 1).initialize(to: Unmanaged.passRetained(reader))
      return [page, reader]
    }
    if let pages = Shelf.pages {
      for index in 0..<2 { pages[index].release() }
      pages.deallocate()
      Shelf.pages = nil
    }
    #expect(
      report.leaks.map(\.headline) == [
        "MutualMemoryTests.Page is held: 1 instance is kept alive, possibly by static MutualMemoryTests.Shelf.pages.",
        "MutualMemoryTests.Reader is held: 1 instance is kept alive, possibly by static MutualMemoryTests.Shelf.pages.",
      ])
  }
}
