import LeakBase

/// What was found out about code and data by their addresses, until an image is unloaded: then others may be there.
package final class ImageNotes<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var values: [Key: Value?] = [:]
    /// How often an image had been unloaded when the first of them was noted.
    var unloads: UInt64 = 0
  }

  private let state = VisibleMutex(State())

  package init() {}

  /// What was found out about `key`; `find` is asked for what is not known yet.
  package func value(of key: Key, _ find: () -> Value?) -> Value? {
    let unloads = LoadedImage.unloads
    let known = state.withLock { state -> Value?? in
      if state.unloads != unloads { state = State(unloads: unloads) }
      return state.values[key]
    }
    if let known { return known }
    let value = find()
    state.withLock { state in
      if state.unloads == unloads { state.values[key] = .some(value) }
    }
    return value
  }
}
