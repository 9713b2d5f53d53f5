import CLeakBase
import Foundation
import LeakDeciding
import LeakDetection
import LeakExplaining
import LeakHeapReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One report of many objects.
struct BigLeakTask: ChildTask {
  /// How the objects refer to one another.
  enum Shape: String, Codable, CaseIterable {
    /// Each to the next, and the last to the first.
    case ring
    /// Two to one another, and from there each to the next.
    case chain
    /// One to all, and all to the one.
    case star
    /// Two and two to one another.
    case pairs
    /// Each is captured by a block that waits on a queue.
    case blocks
  }

  /// What becomes of them.
  enum Fate: String, Codable, CaseIterable {
    case leaked
    /// A block that waits on a queue has them.
    case held
    /// A static variable has them.
    case kept
  }

  /// Which of them the check is told of.
  enum Naming: String, Codable, CaseIterable {
    case none, all
  }

  var naming: Naming
  var shape: Shape
  var fate: Fate
  var count: Int

  /// What it takes from the end of the body to the text of the report, in milliseconds, and in bytes of memory beyond those before.
  struct Outcome: Codable, Sendable {
    var total: Double
    /// To read the heap around the objects.
    var reading: Double
    /// What else it takes until it is known why they are there.
    var deciding: Double
    /// From there to the text.
    var explaining: Double
    var peak: Int
  }

  func run() async throws -> Outcome { try measured() }

  /// The steps of `LeakDetector.detect`, one by one.
  private func measured() throws -> Outcome {
    let location = CodeLocation()
    let scope = LeakFreeScope(
      label: "big", claimsUnattributed: false, entry: crt_calling_function())
    let clock = ContinuousClock()
    var start = clock.now
    var before = 0
    try scope.runTracking(
      {
        let named = makeKept()
        before = try PeakMemory.reset()
        start = clock.now
        return named
      }, at: location)
    let named = scope.named.tracked
    let others = scope.allocations?.end()
    others?.drop(at: Set(named.map(\.witness.address)))
    let objects = CheckedObjects(
      named: named.map(\.witness), others: others, caller: scope.named.caller, grace: .zero)
    let outcome = LeakCheck.outcome(of: objects.recognizingHolders, waiting: .current)
    let decided = clock.now
    let findings = FindingAssembly(outcome, on: named, at: location).findings()
    let text = LeakReport(leaks: findings.leaks).description
    let end = clock.now
    let peak = try PeakMemory.now() - before
    try verify(text)
    // Nothing that was known of types is known to a new reader.
    let addresses = (outcome.reading?.objects ?? []).map(\.address)
    let reader = HeapReader()
    let again = clock.now
    let snapshot = try reader.snapshot(
      fromEach: addresses.compactMap { UnsafeRawPointer(bitPattern: $0) })
    let reading = clock.now - again
    withExtendedLifetime(snapshot) {}
    return Outcome(
      total: (end - start).inNanoseconds / 1e6, reading: reading.inNanoseconds / 1e6,
      deciding: max(0, (decided - start - reading).inNanoseconds / 1e6),
      explaining: (end - decided).inNanoseconds / 1e6, peak: peak)
  }

  /// Makes the objects, keeps them as they are to be kept, and returns those that are named.
  private func makeKept() -> [Link] {
    let (all, heads) = make()
    switch fate {
    case .held where shape != .blocks:
      DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { Link.kept = heads }
    case .kept: Link.kept = heads
    case .held, .leaked: break
    }
    return naming == .all ? all : []
  }

  /// Checks that the report tells of the objects what became of them.
  private func verify(_ text: String) throws {
    let verdict = fate == .leaked ? " leaked" : " held"
    let isExpected =
      fate == .kept && naming == .none
      ? text == "No leaks." : text.contains("Link") && text.contains(verdict)
    guard isExpected else {
      throw BenchmarkError("the report does not tell of what is\(verdict): \(text.prefix(1000))")
    }
  }

  /// The objects, and those that lead to all others.
  fileprivate func make() -> (all: [Link], heads: [Link]) {
    let links = (0..<count).map { _ in Link() }
    switch shape {
    case .ring:
      for index in links.indices { links[index].next = links[(index + 1) % count] }
      return (links, [links[0]])
    case .chain:
      for index in links.indices.dropLast() { links[index].next = links[index + 1] }
      links[0].previous = links[1]
      links[1].previous = links[0]
      return (links, [links[0]])
    case .star:
      links[0].all = Array(links[1...])
      for link in links[0].all { link.previous = links[0] }
      return (links, [links[0]])
    case .pairs:
      for index in stride(from: 0, to: count - 1, by: 2) {
        links[index].next = links[index + 1]
        links[index + 1].previous = links[index]
      }
      return (links, stride(from: 0, to: count, by: 2).map { links[$0] })
    case .blocks:
      for link in links {
        DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { link.visits += 1 }
      }
      return (links, links)
    }
  }
}

/// The same objects, looked for by LeakSanitizer, which is loaded into the process.
struct LeakSanitizerTask: ChildTask {
  var leak: BigLeakTask

  /// Milliseconds from the call that looks for leaks to the end of its report; `nil` where it does not find all objects: a word that
  /// somebody left behind may look like a reference.
  func run() async throws -> Double? {
    guard let address = dlsym(nil, "__lsan_do_recoverable_leak_check") else {
      throw BenchmarkError("LeakSanitizer was not loaded")
    }
    let check = unsafeBitCast(address, to: (@convention(c) () -> CInt).self)
    // What a stack still has of the objects would keep them.
    let leak = leak
    let maker = Thread { _ = leak.make() }
    maker.start()
    while !maker.isFinished { usleep(1000) }
    let clock = ContinuousClock()
    let start = clock.now
    _ = check()
    let end = clock.now
    return try Self.allocationsInReport() >= leak.count ? (end - start).inNanoseconds / 1e6 : nil
  }

  /// How many allocations the report of this process tells of.
  private static func allocationsInReport() throws -> Int {
    let file = "\(log).\(getpid())"
    defer { unlink(file) }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let summary = text.split(separator: "\n").last(where: { $0.hasPrefix("SUMMARY") }),
      let count = summary.split(separator: " ").dropLast().last
    else { return 0 }
    return Int(count) ?? 0
  }

  private static let log = FileManager.default.temporaryDirectory.path + "/leakbench-lsan"

  /// The library, where it is installed.
  static let library: String? = {
    let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/usr/lib/\($0)" }
    return (folders + ["/usr/lib64", "/usr/lib"]).map { $0 + "/liblsan.so.0" }
      .first(where: FileManager.default.fileExists)
  }()

  /// The time where the library is at `path`. That it finds something at the end is no failure.
  func runInChild(with path: String) throws(BenchmarkError) -> Double? {
    try runInChild(in: [
      "LD_PRELOAD=\(path)", "LSAN_OPTIONS=log_path=\(Self.log):exitcode=0:leak_check_at_exit=0",
    ])
  }
}

private final class Link: @unchecked Sendable {
  nonisolated(unsafe) static var kept: [Link] = []

  var next: Link?
  var previous: Link?
  var all: [Link] = []
  var visits = 0
}
