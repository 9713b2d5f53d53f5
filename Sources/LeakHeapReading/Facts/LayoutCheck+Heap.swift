import CLeakBase

extension LayoutCheck {
  /// Whether the headers of glibc's blocks are as they are known, where the blocks are glibc's: they are compared when it is first
  /// asked whose they are.
  static func heapHolds() -> Bool {
    _ = crt_allocator_kind()
    return !crt_feature_is_off(CRT_FEATURE_HEAP)
  }
}
