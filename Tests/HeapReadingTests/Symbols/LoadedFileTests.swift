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

    /// A header that says of the beginning that it has more bytes than an `Int` can count.
    @Test func notMoreThanCanBeCounted() throws {
      var bytes = ELFImage(symbols: [.init(name: "main", address: 0, size: 8)]).bytes
      // Where the program headers are, how long each is, and their number; then one that is loaded from the beginning on.
      withUnsafeBytes(of: UInt64(bytes.count).littleEndian) {
        bytes.replaceSubrange(32..<40, with: $0)
      }
      bytes[54] = 56
      bytes[56] = 1
      for word in [4 << 32 | 1, 0, 0, 0, 64, 1 << 63, 4096] as [UInt64] { bytes.append(word) }
      try bytes.withUnsafeBytes { bytes in
        let file = try #require(ELFFile(bytes))
        #expect(!file.isLoaded(at: UInt(bitPattern: unsafeBitCast(Self.self, to: Int.self))))
      }
    }
  }
#endif
