import Foundation
import HoldingSituations
import LeakDetection

/// One situation, played once in this process.
struct Play {
  private let situation: Situation
  private let way: Way
  private let cut: Cut

  init(_ situation: Situation, _ way: Way) {
    self.situation = situation
    self.way = way
    cut = Cut(isToBeDone: way.isCut)
  }

  /// Prints the first line of each report; and, where what holds the object is ended, whether it goes.
  ///
  /// - Throws: What the situation throws where it cannot be made.
  func run() async throws {
    let work = way.isBusy ? (0..<8).map { _ in BusyTest() } : []
    let last = LastSeen()
    let lines = way.isUnnamed ? try await unnamed(last) : try await named(last)
    for line in lines { print(line) }
    if way.isCut {
      await cut.perform()
      let goes = if cut.obstacle == nil { await last.isGone() } else { true }
      print(goes ? "It goes." : "It stays.")
    }
    for test in work { test.stop() }
  }

  private func named(_ last: LastSeen) async throws -> [String] {
    let object = try await track(last)
    await Threads.settle()
    let verdict = await LeakCheck.verdicts(on: [object], within: .milliseconds(100))[0]
    return [
      text(of: Leak(typeName: object.typeName, verdict: verdict, location: CodeLocation()))
    ]
  }

  private func unnamed(_ last: LastSeen) async throws -> [String] {
    let report = try await LeakDetector.detect(within: .milliseconds(100)) {
      try await make(last)
      await Threads.settle()
    }
    return report.leaks.map(text)
  }

  /// What is said: the drawing and what to do about it only where the whole is asked for.
  private func text(of leak: Leak) -> String {
    way.isWhole ? leak.description : String(leak.description.prefix { $0 != "\n" })
  }

  /// Not inlined, so that the object is in no frame of the caller's.
  @inline(never)
  private func track(_ last: LastSeen) async throws -> TrackedObject {
    let guest = try await situation.make(cut)
    last.see(guest)
    return TrackedObject(guest, location: CodeLocation())
  }

  @inline(never)
  private func make(_ last: LastSeen) async throws {
    last.see(try await situation.make(cut))
  }
}

/// Whether an object is still there.
private final class LastSeen {
  private weak var guest: Guest?

  func see(_ guest: Guest) { self.guest = guest }

  /// Waits until it is gone, but not for long.
  func isGone() async -> Bool {
    for _ in 0..<1000 where guest != nil { try? await Task.sleep(for: .milliseconds(10)) }
    return guest == nil
  }
}

/// Allocates, computes, sleeps and starts over, as a test beside would.
private final class BusyTest: Sendable {
  private let task = Task.detached {
    while !Task.isCancelled {
      var numbers = (0..<2_000).map { ($0 &* 7919) % 1009 }
      numbers.sort()
      let texts = numbers.prefix(100).map { ["\($0)": $0] }
      try? await Task.sleep(for: .milliseconds(texts.isEmpty ? 1 : 2))
    }
  }

  func stop() { task.cancel() }
}
