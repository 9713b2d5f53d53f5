import CLeakBase
import Foundation
import Testing

@testable import LeakBase
@testable import LeakHeapReading

#if os(Linux)
  /// The process's regions, against the system's text parsed another way.
  struct MemoryMapTests {
    /// A line of `/proc/self/maps`.
    private struct Line: Hashable {
      var start: UInt
      var end: UInt
      var rights: String
      var inode: String
      var name: String
    }

    private func lines() throws -> [Line] {
      let text = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
      return try text.split(separator: "\n").map { line in
        let parts = line.split(separator: " ", maxSplits: 5)
        let range = parts[0].split(separator: "-")
        return Line(
          start: try #require(UInt(range[0], radix: 16)),
          end: try #require(UInt(range[1], radix: 16)), rights: String(parts[1]),
          inode: String(parts[4]), name: parts.count > 5 ? String(parts[5]) : "")
      }
    }

    @Test func imagesAreReadAsTheSystemTellsThem() throws {
      // Other tests map files and give them back meanwhile: what counts is what was there before and after.
      let before = try Set(lines())
      let map = MemoryMap()
      let images = try before.intersection(lines()).filter {
        $0.inode != "0" && $0.rights.hasPrefix("r")
      }
      #expect(!images.isEmpty)
      for line in images {
        let start = Address(line.start)
        #expect(map.isReadable(start, length: Int(line.end - line.start)))
        #expect(map.isInImage(start, length: 1))
        #expect(map.isInImage(Address(line.end - 1), length: 1))
        #expect(map.isCode(start) == line.rights.contains("x"))
      }
    }

    @Test func whatCannotBeReadIsNotReadable() throws {
      let map = MemoryMap()
      for line in try lines() where line.rights.hasPrefix("---") && line.inode != "0" {
        #expect(!map.isReadable(Address(line.start), length: 1))
      }
      for line in try lines() where line.name.hasPrefix("[v") {
        #expect(!map.isReadable(Address(line.start), length: 1))
      }
      #expect(!map.isReadable(Address(0), length: 1))
      #expect(!map.isReadable(Address(0x1000), length: 8))
      #expect(!map.isReadable(Address(.max - 4), length: 8))
      #expect(!map.isReadable(Address(.max), length: .max))
    }

    @Test func heapAndStackAreReadableButInNoImage() {
      let map = MemoryMap()
      let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      defer { block.deallocate() }
      var local = 0
      withUnsafePointer(to: &local) { pointer in
        for pointer in [UnsafeRawPointer(block), UnsafeRawPointer(pointer)] {
          let address = Address(UInt(bitPattern: pointer))
          let map = MemoryMap()
          #expect(map.isReadable(address, length: 8))
          #expect(!map.isInImage(address, length: 8))
          #expect(!map.isCode(address))
        }
      }
      #expect(!map.isReadable(Address(UInt(bitPattern: block)), length: -1))
    }

    @Test func regionsCountMoreThanTheCapacity() {
      // The count is told even where there is no room, so that the caller can make some.
      #expect(crt_memory_map(nil, 0) > 10)
    }
  }
#endif
