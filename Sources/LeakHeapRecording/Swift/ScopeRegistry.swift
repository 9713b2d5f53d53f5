import CLeakHeapRecording
import LeakBase

/// Knows which scopes are open, and which were when something was allocated in none.
final class ScopeRegistry: Sendable {
  static let shared = ScopeRegistry()

  private struct State {
    var open = OpenScopes()
    /// When the first of them was opened.
    var start: UInt32?
    /// Closed scopes that were open when something in the pool may have been allocated, in order of closing.
    var closed: [RegisteredScope] = []
    var pool: [PooledObject] = []
    var claimant: UInt64 = 0

    /// The scope around one that is opened in none: what claims everything, or did before others were open.
    var claimantAround: UInt64 {
      guard claimant == 0, let first = open.first, first.claims else { return claimant }
      return first.id.rawValue
    }

    /// Forgets scopes that were closed at `moment`, once they are half of all: each costs O(1) then.
    mutating func forgetScopes(closedAt moment: UInt32) {
      var count = closed.count / 2
      guard count < closed.count, closed[count].wasClosed(at: moment) else { return }
      while count < closed.count, closed[count].wasClosed(at: moment) { count += 1 }
      closed.removeFirst(count)
    }
  }

  private let state = VisibleMutex(State())

  var openCount: Int { state.withLock { $0.open.count } }

  /// Opens a scope, unless there is no memory for it.
  func open(
    label: ScopeLabel, claims: Bool, inherits: Bool, asks: Bool
  ) -> AllocationScope.ID? {
    // A lock that another thread held at the fork is never given back.
    guard !crt_recorder_is_forked() else { return nil }
    let current = CurrentScope.number
    return state.withLock { state in
      let number = crt_scope_open()
      guard number != 0 else { return nil }
      let id = AllocationScope.ID(rawValue: number)
      state.open.append(
        RegisteredScope(
          id: id, label: label, claims: claims, inherits: inherits, asks: asks,
          parent: current == 0 ? state.claimant : current,
          around: current == 0 ? state.claimantAround : current, opened: crt_recorder_moment()))
      Self.update(&state)
      crt_recorder_set_active(true)
      return id
    }
  }

  func close(_ id: AllocationScope.ID) {
    guard !crt_recorder_is_forked() else { return }
    // What is let go of goes after the lock has been given back.
    let pool: [PooledObject] = state.withLock { state in
      guard var scope = state.open.remove(id) else { return [] }
      if state.open.isEmpty { crt_recorder_set_active(false) }
      crt_scope_close(id.rawValue, state.open.heir(of: scope))
      if !state.open.isEmpty {
        scope.closed = crt_recorder_moment()
        state.closed.append(scope)
      }
      Self.update(&state)
      guard state.open.isEmpty else { return [] }
      crt_scope_close(CurrentScope.pool, 0)
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
      let known = new.isEmpty ? [] : state.closed + state.open.all
      state.pool += new.map { object in
        let scopes = known.filter { $0.wasOpen(at: object.moment) }
          .sorted { $0.opened < $1.opened }
        return PooledObject(
          object: object,
          scopes: scopes.map {
            PooledObject.Candidate(id: $0.id, label: $0.label.text, claims: $0.claims)
          })
      }
      state.pool.sort { $0.object.order < $1.object.order }
      guard state.open.contains(id) else { return [] }
      return state.pool.filter { $0.scopes.contains { $0.id == id } }
    }
  }

  /// Tells the recorder who owns what is allocated in no scope, and what nobody will ask about any more.
  private static func update(_ state: inout State) {
    state.claimant = state.open.innermostClaimant
    crt_recorder_set_claimant(state.open.ownerOfUnattributed)
    guard let start = state.open.first?.opened else {
      state.closed = []
      state.start = nil
      return
    }
    if start == state.start { return }
    state.start = start
    crt_recorder_set_pool_start(start)
    state.forgetScopes(closedAt: start)
  }
}
