import CLeakBase
import LeakBase

/// Where the storage of a dictionary or a set keeps its elements.
///
/// Sources: `stdlib/public/core/DictionaryStorage.swift`, `SetStorage.swift`: count, capacity, scale, seed, keys, of a
/// dictionary the values, then a bitmap of the buckets in use.
struct HashTable {
  let keys: Address
  /// Null for a set.
  let values: Address
  let bucketCount: Int
  private let bitmap: Address

  /// The table in the storage at `storage`; without a stride of values, a set's. `nil` when it cannot be read.
  init?(at storage: Address, keyStride: Int, valueStride: Int?, in map: KeptMap) {
    let scale = Int(storage.byte(at: crt_fact_table_scale()))
    keys = storage.address(at: crt_fact_table_keys())
    values = valueStride == nil ? Address(0) : storage.address(at: crt_fact_table_values())
    bitmap = storage + (valueStride == nil ? crt_fact_set_bitmap() : crt_fact_dictionary_bitmap())
    guard scale < 36, map.isReadable(bitmap, length: max(8, (1 << scale) / 8)),
      map.isReadable(keys, length: max(1, keyStride << scale))
    else { return nil }
    if let valueStride, !map.isReadable(values, length: max(1, valueStride << scale)) { return nil }
    bucketCount = 1 << scale
  }

  /// How many words the bitmap has.
  var wordCount: Int { max(1, bucketCount / 64) }

  /// The buckets in use, a bit for each, among the 64 of the bitmap's word at `index`.
  func occupied(inWord index: Int) -> UInt {
    let word = bitmap.word(at: index * 8)
    return bucketCount < 64 ? word & ((1 << UInt(bucketCount)) - 1) : word
  }

  /// The buckets in use.
  var occupiedBuckets: [Int] {
    (0..<wordCount).flatMap { index in
      let word = occupied(inWord: index)
      return (0..<64).filter { word >> $0 & 1 != 0 }.map { index * 64 + $0 }
    }
  }
}
