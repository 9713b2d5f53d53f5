import CLeakHeapRecording
import LeakBase

/// What several recorded objects have in common, read once: thousands have few types, and are made by a few calls.
struct KnownAllocations {
  private var types: [UInt: RecordedType] = [:]
  private var lastSite: [UInt] = []

  /// What the first word of the object at `address` tells of it.
  mutating func type(ofObjectAt address: Address) -> RecordedType {
    let metadata = address.word()
    if let known = types[metadata] { return known }
    let type = RecordedType(objectAt: address)
    types[metadata] = type
    return type
  }

  /// The calls that made the object, which share their storage with those that made the object before.
  mutating func site(of allocation: crt_allocation) -> [UInt] {
    withUnsafeBytes(of: allocation.site) { bytes in
      let calls = bytes.bindMemory(to: UInt.self).prefix { $0 != 0 }
      if !lastSite.elementsEqual(calls) { lastSite = Array(calls) }
    }
    return lastSite
  }
}
