import Foundation
import LeakDetection

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
  private func make() -> [Link] {
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

private final class Link: @unchecked Sendable {
  nonisolated(unsafe) static var held: [Link] = []

  var next: Link?
  var previous: Link?
  var all: [Link] = []
  var visits = 0
}
