import LeakDetection
import LeakHeapReading

extension HeapCensus {
  static func - (left: HeapCensus, right: HeapCensus) -> HeapCensus {
    var difference = left
    for (type, count) in right.instances {
      let rest = left.instances[type, default: 0] - count
      difference.instances[type] = rest == 0 ? nil : rest
    }
    difference.bytes = left.bytes.map { $0 - (right.bytes ?? 0) }
    return difference
  }

  /// How much it is in all: `12 objects, 34 KiB`.
  var summary: String {
    let memory = bytes.map { ", \($0 / 1024) KiB" } ?? ""
    return counted(instances.values.reduce(0, +), "object") + memory
  }

  /// For a difference: each type of which there is not the same number, and the bytes beyond `tolerance`.
  func differences(tolerance: Int) -> [String] {
    let objects = instances.sorted { $0.key < $1.key }
      .map { "\($0.value > 0 ? "+" : "")\($0.value) \($0.key)" }
    guard let bytes, bytes > tolerance else { return objects }
    return objects + ["+\(bytes / 1024) KiB"]
  }
}
