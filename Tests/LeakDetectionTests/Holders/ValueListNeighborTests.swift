import Dispatch
import Foundation
import LeakTesting
import Testing

/// A queue's list of values beside blocks that begin with a function's address, as a block of Dispatch's work has one at that place.
struct ValueListNeighborTests {
  private final class Logger {}

  private static let queues = (0..<8).map { DispatchQueue(label: "ValueListNeighborTests.\($0)") }

  private nonisolated(unsafe) static var neighbors: [UnsafeMutableRawPointer] = []

  @Test(.leakFree) func isStillTheQueues() {
    let code: @convention(c) (UnsafeMutableRawPointer?) -> Void = free
    // As long as the list is.
    let blocks = (0..<64).map { _ in malloc(24)! }
    for block in blocks {
      block.storeBytes(of: unsafeBitCast(code, to: UInt.self), as: UInt.self)
    }
    // The list gets the place of one of these.
    for index in blocks.indices where index % 2 == 1 { free(blocks[index]) }
    let key = DispatchSpecificKey<Logger>()
    for queue in Self.queues { queue.setSpecific(key: key, value: Logger()) }
    // They are to be there while the check looks.
    Self.neighbors = blocks.indices.filter { $0 % 2 == 0 }.map { blocks[$0] }
  }
}
