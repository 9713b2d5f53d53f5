import CLeakHeapRecording
import LeakBase

/// Knows which scopes are open, and which were when something was allocated in none.
final class ScopeRegistry: Sendable {
  static let shared = ScopeRegistry()

  private struct Entry {
    let id: AllocationScope.ID
    let label: ScopeLabel
    let claims: Bool
    let parent: UInt64
    /// By the recorder's clock, which ticks when scopes open and close.
    let opened: UInt32
    var closed: UInt32?

    func wasOpen(at moment: UInt32) -> Bool {
      opened <= moment && moment < closed ?? .max
    }
  }

  private struct State {
    /// The open scopes, in order of opening.
    var open: [Entry] = []
    /// When the first of them was opened.
    var start: UInt32?
    /// Closed scopes that were open when something in the pool may have been allocated.
    var closed: [Entry] = []
    var pool: [PooledObject] = []
    var claimant: UInt64 = 0
    /// How many open scopes are not inside the one that was opened before them.
    var strangers = 0

    // Many scopes may be open at once. In a debug build a loop is much faster than the standard library's searches, which are not
    // specialized there.

    /// The position of an open scope among the others.
    func position(of id: AllocationScope.ID) -> Int? {
      var index = open.count - 1
      while index >= 0, open[index].id.rawValue != id.rawValue { index -= 1 }
      return index < 0 ? nil : index
    }

    /// The innermost open scope that owns what is allocated in none, where each is inside the one before it.
    var innermostClaimant: UInt64 {
      guard strangers == 0 else { return 0 }
      var index = open.count - 1
      while index >= 0, !open[index].claims { index -= 1 }
      return index < 0 ? 0 : open[index].id.rawValue
    }

    /// Whether the open scope at `index` is not inside the one before it.
    func isStranger(_ index: Int) -> Bool {
      index > 0 && index < open.count && open[index].parent != open[index - 1].id.rawValue
    }
  }

  private let state = VisibleMutex(State())

  var openCount: Int { state.withLock { $0.open.count } }

  /// Opens a scope, unless there is no memory for it.
  func open(label: ScopeLabel, claims: Bool) -> AllocationScope.ID? {
    // A lock that another thread held at the fork is never given back.
    guard !crt_recorder_is_forked() else { return nil }
    let current = CurrentScope.number
    return state.withLock { state in
      let number = crt_scope_open()
      guard number != 0 else { return nil }
      let id = AllocationScope.ID(rawValue: number)
      state.open.append(
        Entry(
          id: id, label: label, claims: claims, parent: current == 0 ? state.claimant : current,
          opened: crt_recorder_moment()))
      if state.isStranger(state.open.count - 1) { state.strangers += 1 }
      Self.update(&state)
      crt_recorder_set_active(true)
      return id
    }
  }

  func close(_ id: AllocationScope.ID) {
    guard !crt_recorder_is_forked() else { return }
    // What is let go of goes after the lock has been given back.
    let pool: [PooledObject] = state.withLock { state in
      guard let index = state.position(of: id) else { return [] }
      if state.isStranger(index) { state.strangers -= 1 }
      if state.isStranger(index + 1) { state.strangers -= 1 }
      var entry = state.open.remove(at: index)
      if state.isStranger(index) { state.strangers += 1 }
      if state.open.isEmpty { crt_recorder_set_active(false) }
      crt_scope_close(id.rawValue)
      if !state.open.isEmpty {
        entry.closed = crt_recorder_moment()
        state.closed.append(entry)
      }
      Self.update(&state)
      guard state.open.isEmpty else { return [] }
      crt_scope_close(CurrentScope.pool)
      defer { state.pool = [] }
      return state.pool
    }
    _ = pool
  }

  func pooled(during id: AllocationScope.ID) -> [PooledObject] {
    guard !crt_recorder_is_forked() else { return [] }
    return state.withLock { state in
      // Under the lock: what one scope has taken, another must find.
      let new = RecordedObject.take(from: CurrentScope.pool)
      state.pool.removeAll { !$0.object.witness.isAlive }
      state.pool += new.map { object in
        let entries = (state.closed + state.open).filter { $0.wasOpen(at: object.moment) }
          .sorted { $0.opened < $1.opened }
        return PooledObject(
          object: object,
          scopes: entries.map { PooledObject.Candidate(id: $0.id, label: $0.label.text) })
      }
      state.pool.sort { $0.object.order < $1.object.order }
      guard state.position(of: id) != nil else { return [] }
      return state.pool.filter { $0.scopes.contains { $0.id == id } }
    }
  }

  /// Tells the recorder who owns what is allocated in no scope, and what nobody will ask about any more.
  private static func update(_ state: inout State) {
    state.claimant = state.innermostClaimant
    crt_recorder_set_claimant(state.claimant)
    if state.open.isEmpty {
      state.closed = []
      state.start = nil
      return
    }
    let start = state.open[0].opened
    if start == state.start { return }
    state.start = start
    crt_recorder_set_pool_start(start)
    state.closed.removeAll { ($0.closed ?? .max) <= start }
  }
}
