import CLeakBase
import LeakBase

extension Symbolizer {
  /// Reads the symbols of all images that are loaded, which else are read when a name in them is first asked
  /// for: before a measurement of memory that this must not disturb.
  ///
  /// - Complexity: O(*n*) in the number of symbols, the first time.
  package static func readAllImages() {
    for region in MemoryMap().regions
    where region.flags & UInt32(CRT_REGION_EXECUTABLE) != 0
      && region.flags & UInt32(CRT_REGION_IMAGE) != 0
    {
      _ = symbol(at: region.start)
    }
  }
}
