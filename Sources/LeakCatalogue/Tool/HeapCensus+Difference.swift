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

  /// What has become more, or less, from the first of `looks` to the last: what each look of the later half has more of than each of the
  /// earlier, and the other way round. `nil` where there are fewer than two.
  static func trend(of looks: [HeapCensus]) -> HeapCensus? {
    guard looks.count > 1, let first = looks.first, let last = looks.last else { return nil }
    let half = (looks.count + 1) / 2
    func goesOneWay(_ count: (HeapCensus) -> Int) -> Bool {
      let (earlier, later) = (looks[..<half].map(count), looks[half...].map(count))
      return later.min()! > earlier.max()! || later.max()! < earlier.min()!
    }
    var trend = last - first
    trend.instances = trend.instances.filter { type, _ in
      goesOneWay { $0.instances[type, default: 0] }
    }
    if !goesOneWay({ $0.bytes ?? 0 }) { trend.bytes = trend.bytes.map { _ in 0 } }
    return trend
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
