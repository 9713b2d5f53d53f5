import Foundation
import LeakHeapReading
import LeakHeapRecording
import Synchronization

/// Calls `body` on as many threads, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread {
      body(index)
      group.leave()
    }.start()
  }
  group.wait()
}

/// Threads allocate all at once, in one scope and in one each.
func threads(_ arguments: [String]) {
  let rounds = arguments.first.flatMap { Int($0) } ?? 100_000
  let scope = openScope("all", claims: true)
  onThreads(8) { _ in churn(rounds) }
  print("one scope: \(census(instances(scope.survivors())))")
  scope.close()

  let found = Mutex<[String]>([])
  onThreads(8) { index in
    let own = openScope("thread \(index)")
    own.run { churn(rounds) }
    let census = census(instances(own.survivors()))
    found.withLock { $0.append(census) }
    own.close()
  }
  print("one each: \(Set(found.withLock { $0 }).sorted().joined(separator: "; "))")

  // Threads that come and go leave pages behind, which others take over.
  let pages = openScope("short threads", claims: true)
  for _ in 0..<50 { onThreads(8) { _ in _ = Node() } }
  print(
    "tables of 400 short threads: \(AllocationRecorder.use.tableBytes <= 200_000 ? "small" : "\(AllocationRecorder.use)")"
  )
  pages.close()
}

/// Allocates `rounds` objects, of which every thousandth leaks.
private func churn(_ rounds: Int) {
  var recent = [Node?](repeating: nil, count: 16)
  for round in 0..<rounds {
    if round % 1000 == 0 { Leaf().leak() }
    recent[round % 16] = Node()
  }
}

/// What the tables and the memory held come to.
func memory(_ arguments: [String]) {
  let scope = openScope("memory")
  scope.run {
    for _ in 0..<1_000_000 { _ = Node() }
  }
  var use = AllocationRecorder.use
  print("a million short-lived: recorded \(use.recorded), tables \(use.tableBytes / 4096)")
  scope.run {
    // Each is a megabyte.
    for _ in 0..<10_000 { _ = Buffer.create(minimumCapacity: 1 << 20) { _ in () } }
  }
  let resident = residentBytes()
  print(
    "ten thousand large ones: \(resident < 200 << 20 ? "held back little" : "\(resident) bytes")")
  scope.run {
    var nodes = (0..<100_000).map { _ in Node() }
    use = AllocationRecorder.use
    print("a hundred thousand at once: \(use.records >= 100_000 && use.records < 200_000)")
    withExtendedLifetime(nodes) {}
    nodes = []
    for _ in 0..<300_000 { _ = Node() }
    use = AllocationRecorder.use
    print("when they are gone: records \(use.records < 10_000 ? "swept" : "\(use.records)")")
  }
  scope.close()
  use = AllocationRecorder.use
  print("closed: records \(use.records), tables \(use.tableBytes)")
}

private final class Buffer: ManagedBuffer<Void, UInt8> {}

private func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
}
