import CLeakBase

/// Which addresses of the process can be read, as of one moment.
package struct MemoryMap: Sendable {
  package private(set) var regions: [crt_region]

  /// The regions of the process now; empty where the system does not tell them, which is never to be taken for a process
  /// without memory: see ``obstacle``.
  ///
  /// - Complexity: O(*n*) in the number of regions; a fraction of a millisecond for some hundreds.
  package init() {
    var capacity = 1024
    while true {
      var count = 0
      regions = Array(room: capacity) { buffer, initialized in
        count = crt_memory_map(buffer.baseAddress, buffer.count)
        initialized = min(count, buffer.count)
      }
      if count <= capacity { return }
      capacity = count + 64
    }
  }

  /// Why nothing can be read by this map, as one sentence part, or `nil` when something can.
  package var obstacle: String? {
    guard regions.isEmpty else { return nil }
    let reason = crt_memory_map_obstacle().map { ": " + String(cString: $0) } ?? ""
    return "the memory map of the process cannot be read" + reason
  }

  /// Whether the `length` bytes at `address` can be read.
  ///
  /// - Complexity: O(log *n*) in the number of regions.
  package func isReadable(_ address: Address, length: Int) -> Bool {
    covers(address, length: length, flags: UInt32(CRT_REGION_READABLE))
  }

  /// The readable addresses around `address`, as far as they are of one kind; empty when it cannot be read.
  package func readableRegion(around address: Address) -> Range<UInt> {
    regions.withUnsafeBufferPointer { regions in
      let index = Self.index(of: address.bits, in: regions)
      guard index >= 0, regions[index].end > address.bits,
        regions[index].flags & UInt32(CRT_REGION_READABLE) != 0
      else { return 0..<0 }
      return regions[index].start..<regions[index].end
    }
  }

  /// Whether the `length` bytes at `address` belong to an executable or a library.
  package func isInImage(_ address: Address, length: Int) -> Bool {
    covers(address, length: length, flags: UInt32(CRT_REGION_READABLE | CRT_REGION_IMAGE))
  }

  /// Whether there is code at `address`.
  package func isCode(_ address: Address) -> Bool {
    covers(address, length: 1, flags: UInt32(CRT_REGION_EXECUTABLE))
  }

  /// The usable size in bytes of the live heap block that begins at `address`, or 0 when none seems to.
  ///
  /// What looks like one need not be one: the header of a block can be checked, not proven.
  package func blockSize(at address: Address) -> Int {
    regions.withUnsafeBufferPointer { regions in
      let index = Self.index(of: address.bits, in: regions)
      guard index >= 0, regions[index].end - 8 > address.bits else { return 0 }
      return crt_block_size(address.bits, regions[index])
    }
  }

  private func covers(_ address: Address, length: Int, flags: UInt32) -> Bool {
    let start = address.bits
    let (end, overflow) = start.addingReportingOverflow(UInt(bitPattern: length))
    if length < 0 || overflow { return false }
    return regions.withUnsafeBufferPointer { regions in
      var index = Self.index(of: start, in: regions)
      guard index >= 0 else { return false }
      // A block of memory may span regions that differ only in what they are backed by.
      var covered = start
      while index < regions.count, regions[index].start <= covered,
        regions[index].flags & flags == flags
      {
        if regions[index].end >= end { return true }
        covered = regions[index].end
        index += 1
      }
      return false
    }
  }

  /// The last region that starts at or before `address`, or -1.
  private static func index(
    of address: UInt, in regions: UnsafeBufferPointer<crt_region>
  ) -> Int {
    var low = 0
    var high = regions.count
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].start <= address { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
