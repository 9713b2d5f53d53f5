import Foundation

/// Leaves words in free blocks of all sizes that a task may have, which come one after the other again and again.
func leaveInTaskMemory(_ words: (_ block: UInt) -> [UInt]) {
  for size in stride(from: 256, through: 1024, by: 16) {
    guard let block = malloc(size) else { continue }
    let words = words(UInt(bitPattern: block))
    for index in 0..<size / 8 {
      block.storeBytes(of: words[index % words.count], toByteOffset: index * 8, as: UInt.self)
    }
    free(block)
  }
}
