import CLeakBase

/// Whose `malloc` the process runs on.
///
/// Only glibc's, a sanitizer's and Darwin's tell a heap block from other memory. With any other, such as musl's,
/// jemalloc or mimalloc, memory without a layout is not scanned.
enum Allocator {
  /// Why memory without a layout cannot be scanned here, as something that could not be read; `nil` where
  /// it can.
  static let obstacleToScanning: String? =
    if crt_allocator_kind() == CRT_ALLOCATOR_OTHER {
      "memory without a layout, which is not scanned because \(difference)"
    } else {
      nil
    }

  /// Whether the headers of heap blocks are glibc's.
  static var isGlibc: Bool { crt_allocator_kind() == CRT_ALLOCATOR_GLIBC }

  private static var difference: String {
    if crt_feature_is_off(CRT_FEATURE_HEAP) {
      return "the layout of malloc's blocks is not the one that is known"
    }
    guard let path = crt_allocator_path(),
      let name = String(cString: path).split(separator: "/").last
    else { return "malloc's blocks are not glibc's" }
    return "malloc is \(name)'s, not glibc's"
  }
}
