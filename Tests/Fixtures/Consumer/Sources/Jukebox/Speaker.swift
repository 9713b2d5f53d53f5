import Dispatch

/// Plays samples on a queue, from a stored work item.
public final class Speaker: @unchecked Sendable {
  private let queue: DispatchQueue
  private var buffering: DispatchWorkItem?
  private var samples = 0

  private init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// Buffers in a work item that captures the speaker: a retain cycle.
  private func buffer() {
    let item = DispatchWorkItem { self.samples += 1 }
    buffering = item
    queue.async(execute: item)
  }

  /// Buffers in a work item that captures the speaker weakly.
  private func bufferWeakly() {
    let item = DispatchWorkItem { [weak self] in self?.samples += 1 }
    buffering = item
    queue.async(execute: item)
  }
}

extension Speaker {
  public static func leaking(on queue: DispatchQueue) -> Speaker {
    let speaker = Speaker(queue)
    speaker.buffer()
    return speaker
  }

  public static func fixed(on queue: DispatchQueue) -> Speaker {
    let speaker = Speaker(queue)
    speaker.bufferWeakly()
    return speaker
  }
}
