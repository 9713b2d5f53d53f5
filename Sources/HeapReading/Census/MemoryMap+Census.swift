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

  /// The addresses without a gap around `address` that a file is behind.
  func image(around address: Address) -> Range<UInt> {
    var image: Range<UInt> = 0..<0
    for region in regions where region.flags & UInt32(CRT_REGION_IMAGE) != 0 {
      let span = UInt(region.start)..<UInt(region.end)
      image = image.upperBound == span.lowerBound ? image.lowerBound..<span.upperBound : span
      if image.contains(address.bits), !hasImage(at: image.upperBound) { return image }
    }
    return 0..<0
  }

  private func hasImage(at address: UInt) -> Bool { isInImage(Address(address), length: 1) }
}
