import Foundation
import LeakBase

/// How many corrupted inputs were tried, by which seeds; told when the process ends.
final class FuzzTally: Sendable {
  static let shared: FuzzTally = {
    atexit { print(FuzzTally.shared.line) }
    return FuzzTally()
  }()

  private struct State {
    var inputs = 0
    var traps = 0
    var seeds: [String] = []
  }

  // ThreadSanitizer sees no `Mutex`.
  private let state = VisibleMutex(State())

  /// Notes a process that was given `inputs`, and printed `seed` first.
  func note(_ what: String, seed: String?, inputs: Int, hasTrapped: Bool) {
    state.withLock { state in
      state.inputs += inputs
      if hasTrapped { state.traps += 1 }
      state.seeds.append("\(what) \(seed ?? "without a seed")")
    }
  }

  var line: String {
    state.withLock { state in
      "corrupted metadata: \(state.inputs) inputs tried, traps \(state.traps); "
        + state.seeds.sorted().joined(separator: ", ")
    }
  }
}
