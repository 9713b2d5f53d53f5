import Foundation

/// The threads of the process.
package enum Threads {
  /// Comes back when no other thread has had anything to do for a moment: what was begun has then come to where it
  /// waits, however busy the machine is. Gives up after 50 looks: on Linux a session that waits for an answer
  /// may poll for it.
  package static func settle() async {
    var quietLooks = 0
    var looks = 0
    while quietLooks < 3, looks < 50 {
      looks += 1
      try? await Task.sleep(for: .milliseconds(15))
      // The thread that woke this one goes back to sleep.
      usleep(5000)
      quietLooks = areOthersAsleep() ? quietLooks + 1 : 0
    }
  }

  private static func areOthersAsleep() -> Bool {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.allSatisfy { thread in
      guard own?.hasSuffix("/\(thread)") != true,
        let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
      else { return true }
      return status.isAsleep
    }
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
