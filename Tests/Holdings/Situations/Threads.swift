import Foundation

/// The threads of the process.
package enum Threads {
  /// Comes back when no other thread has had anything to do for a moment: what was begun has then come to where it
  /// waits. Gives up after 50 looks, since on Linux a session that waits for an answer may poll for it. A look at a thread that is to
  /// run, and that a busy machine has not let run since the last one, is not counted among them; after a minute it is.
  package static func settle() async {
    let beginning = ContinuousClock.now
    var quietLooks = 0
    var looks = 0
    var last: [String: Look] = [:]
    while quietLooks < 3, looks < 50 {
      try? await Task.sleep(for: .milliseconds(15))
      // The thread that woke this one goes back to sleep.
      usleep(5000)
      let others = lookAtOthers()
      quietLooks = others.values.allSatisfy(\.isAsleep) ? quietLooks + 1 : 0
      let isAnyStarved = others.contains { thread, look in
        !look.isAsleep && look.timeRun != nil && look.timeRun == last[thread]?.timeRun
      }
      if !isAnyStarved || ContinuousClock.now - beginning > .seconds(60) { looks += 1 }
      last = others
    }
  }

  /// What is to be seen of a thread.
  private struct Look {
    /// Whether the thread waits.
    var isAsleep: Bool
    /// The nanoseconds for which it has run, if the system counts them.
    var timeRun: Substring?
  }

  private static func lookAtOthers() -> [String: Look] {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    var looks: [String: Look] = [:]
    for thread in threads where own?.hasSuffix("/\(thread)") != true {
      guard let status = text(of: "stat", thread) else { continue }
      looks[thread] = Look(
        isAsleep: status.isAsleep,
        timeRun: text(of: "schedstat", thread)?.split(separator: " ").first)
    }
    return looks
  }

  private static func text(of file: String, _ thread: String) -> String? {
    try? String(contentsOfFile: "/proc/self/task/\(thread)/\(file)", encoding: .utf8)
  }
}

extension String {
  /// Whether this line of `/proc/PID/stat` says that the thread waits. The state comes after the name, which is in
  /// parentheses and may have some itself.
  fileprivate var isAsleep: Bool {
    guard let end = lastIndex(of: ")") else { return true }
    return self[end...].hasPrefix(") S")
  }
}
