import CLeakBase
import Dispatch
import Foundation

/// What a synchronous check occupies while it waits: what is to run there does not before the check ends.
package enum OccupiedExecutor: Sendable, Hashable {
  /// The main queue: one of its blocks has called the check.
  case mainQueue
  /// A queue with this label, likewise.
  case queue(String)
  /// An actor.
  case actor

  /// What the caller occupies, as far as that can be told: on the main thread only a ``MainQueueProbe`` tells whether it is in a block
  /// of the main queue.
  static var ofCaller: [OccupiedExecutor] {
    var occupied: [OccupiedExecutor] = crt_is_on_actor() ? [.actor] : []
    guard let label = crt_current_queue_label().map({ String(cString: $0) }) else {
      return occupied
    }
    if label == DispatchQueue.main.label {
      if !Thread.isMainThread { occupied.append(.mainQueue) }
    } else if !label.isEmpty, !label.hasPrefix(globalQueues), label != taskQueue {
      occupied.append(.queue(label))
    }
    return occupied
  }

  /// What the labels of the global queues begin with, which work for all at once.
  private static let globalQueues = "com.apple.root."

  /// The queue that runs tasks where it is none of those. Source: `stdlib/public/Concurrency/DispatchGlobalExecutor.cpp` of the Swift
  /// repository.
  private static let taskQueue = "Swift global concurrent queue"
}
