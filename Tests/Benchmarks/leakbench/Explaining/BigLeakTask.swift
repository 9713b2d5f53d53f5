import Foundation
import LeakDetection

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
    /// Two and two to one another; one of each two is named.
    case pairs
    /// Each is captured by a block that waits on a queue; all are named.
    case blocks
  }

  /// What becomes of them.
  enum Fate: String, Codable, CaseIterable {
    case leaked
    case held
  }

  var shape: Shape
  var fate: Fate
  var count: Int

  /// Milliseconds from the end of the body to the text of the report.
  func run() async throws -> Double { try report() }

  private func report() throws -> Double {
    let clock = ContinuousClock()
    var start = clock.now
    let report = LeakDetector.detect(within: .zero) {
      let objects = make()
      if fate == .held, shape != .blocks { Link.held = objects }
      start = clock.now
      return objects
    }
    let text = report.description
    let end = clock.now
    let verdict = fate == .held ? " held" : " leaked"
    guard text.contains("Link"), text.contains(verdict) else {
      throw BenchmarkError("the report does not tell of what is\(verdict): \(text.prefix(1000))")
    }
    return (end - start).inNanoseconds / 1e6
  }

  /// The objects that are named.
  fileprivate func make() -> [Link] {
    switch shape {
    case .ring:
      let links = (0..<count).map { _ in Link() }
      for index in links.indices { links[index].next = links[(index + 1) % count] }
      return [links[0]]
    case .chain:
      let links = (0..<count).map { _ in Link() }
      for index in links.indices.dropLast() { links[index].next = links[index + 1] }
      links[0].previous = links[1]
      links[1].previous = links[0]
      return [links[count - 1]]
    case .star:
      let hub = Link()
      hub.all = (1..<count).map { _ in Link() }
      for link in hub.all { link.previous = hub }
      return [hub]
    case .pairs:
      return (0..<count / 2).map { _ in
        let link = Link()
        link.next = Link()
        link.next?.previous = link
        return link
      }
    case .blocks:
      let links = (0..<count).map { _ in Link() }
      for link in links {
        DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { link.visits += 1 }
      }
      return links
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
  nonisolated(unsafe) static var held: [Link] = []

  var next: Link?
  var previous: Link?
  var all: [Link] = []
  var visits = 0
}
