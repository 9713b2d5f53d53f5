import Foundation
import LeakBase
import Testing

@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// Whether a file is the one that is loaded, or another that was put in its place.
  struct LoadedFileTests {
    @Test func onlyTheFileItself() throws {
      let image = try #require(
        LoadedImage(at: UInt(bitPattern: unsafeBitCast(Self.self, to: Int.self))))
      let data = try Data(
        contentsOf: URL(filePath: image.path).resolvingSymlinksInPath(), options: .alwaysMapped)
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
      defer { copy.deallocate() }
      data.copyBytes(to: copy)
      let file = try #require(ELFFile(UnsafeRawBufferPointer(copy)))
      #expect(file.isLoaded(at: image.bias))
      // The processor's flags, which nobody reads.
      copy[48] ^= 1
      #expect(!file.isLoaded(at: image.bias))
      copy[48] ^= 1
      #expect(file.isLoaded(at: image.bias))
    }
  }
#endif
