/// Lets in as many as there are places, the others one after the other.
package struct Turnstile: Sendable {
  private let gate: Gate

  package init(places: Int) {
    gate = Gate(places: places)
  }

  /// Runs `body` when there is a place for it.
  package func pass<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    await gate.enter()
    do {
      let result = try await body()
      await gate.leave()
      return result
    } catch {
      await gate.leave()
      throw error
    }
  }

  package func enter() async { await gate.enter() }

  package func leave() async { await gate.leave() }
}

private actor Gate {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    free = places
  }

  func enter() async {
    if free == 0 {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      free -= 1
    }
  }

  func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
