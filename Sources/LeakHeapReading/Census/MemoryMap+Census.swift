import CLeakBase
import LeakBase

extension MemoryMap {
  /// The memory that the program can write and that no file is behind, where its heap is.
  var writableMemory: [Range<UInt>] {
    let wanted = UInt32(CRT_REGION_READABLE | CRT_REGION_WRITABLE)
    return regions.compactMap { region in
      region.flags & wanted == wanted && region.flags & UInt32(CRT_REGION_IMAGE) == 0
        ? UInt(region.start)..<UInt(region.end) : nil
    }
  }

  /// Where the executable or library is that has something at `address`; empty where there is none.
  static func image(around address: Address) -> Range<UInt> {
    var start: UInt = 0
    var end: UInt = 0
    return crt_image_span(address.bits, &start, &end) ? start..<end : 0..<0
  }
}
