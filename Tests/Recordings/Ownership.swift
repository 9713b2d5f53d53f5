import Foundation
import LeakHeapReading
import LeakHeapRecording

private func leak(_ count: Int = 1) {
  for _ in 0..<count { Leaf().leak() }
}

/// Scopes in scopes: the innermost has it.
func nesting(_ arguments: [String]) async {
  let outer = openScope("outer")
  let inner = openScope("inner")
  await outer.run {
    leak(1)
    inner.run { leak(2) }
    await inner.run {
      async let one: Void = leak(4)
      await Task { leak(8) }.value
      await one
    }
    await Task { @MainActor in leak(16) }.value
    AllocationRecorder.withoutRecording { leak(32) }
  }
  print("outer: \(census(outer.survivors()))")
  print("inner: \(census(inner.survivors()))")
  inner.close()
  // A task that outlives its scope, which is in no other one.
  await inner.run { await Task { leak(64) }.value }
  print("outer, later: \(census(outer.survivors()))")
  print("inner, closed: \(census(inner.survivors()))")
  // One that outlives its test, in a suite.
  let around = openScope("around")
  let (pool, test) = around.run {
    let pool = openScope("pool", inherits: false)
    return (pool, pool.run { openScope("test") })
  }
  test.close()
  await test.run { await Task { leak(128) }.value }
  print("pool, later: \(census(pool.survivors()))")
  print("around the pool, later: \(census(around.survivors()))")
  for scope in [pool, around, outer] { scope.close() }
  await test.run { await Task { leak(256) }.value }
  print("around the pool, closed: \(census(around.survivors()))")
}

/// What is allocated in no scope.
func outside(_ arguments: [String]) async {
  func leakOutside() async {
    await Task.detached { leak(1) }.value
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        leak(2)
        done.resume()
      }
    }
    await withCheckedContinuation { done in
      Thread {
        leak(4)
        done.resume()
      }.start()
    }
  }
  func tell(_ scope: AllocationScope, _ label: String) {
    let pooled = scope.pooled().filter { $0.object.type.kind == .instance }
    let candidates = Set(pooled.map { $0.scopes.map(\.label).joined(separator: " or ") })
    let owners = candidates.isEmpty ? "" : " of \(candidates.sorted().joined(separator: "; "))"
    print(
      "\(label): \(census(instances(scope.survivors())));",
      "pooled \(census(pooled.map(\.object)))\(owners)")
  }
  let claiming = openScope("claiming", claims: true)
  await claiming.run { await leakOutside() }
  tell(claiming, "claiming")
  let nested = openScope("nested", claims: true)
  await nested.run { await leakOutside() }
  tell(nested, "nested")
  nested.close()
  claiming.close()

  let modest = openScope("modest")
  await modest.run { await leakOutside() }
  tell(modest, "modest")
  let second = openScope("second", claims: true)
  let third = openScope("third", claims: true)
  second.close()
  await third.run { await leakOutside() }
  let fourth = openScope("fourth")
  tell(modest, "modest")
  tell(third, "third")
  tell(fourth, "fourth")
  for scope in [modest, third, fourth] { scope.close() }
  let last = openScope("last")
  tell(last, "last")
}
