import Foundation
import LeakBase

/// Stops in the debugger where a leak is found, while its objects are there, if the environment says `LEAK_TESTING_BREAK=1`.
package enum DebuggerStop {
  /// Stops before `leak` is reported; where no debugger is attached that is said once, and the process goes on.
  package static func stop(before leak: Leak) {
    guard isAskedFor else { return }
    guard isAttached else {
      return Notice.noDebugger.warn(
        "LEAK_TESTING_BREAK=1: no debugger is attached to the process, which does not stop where it finds a leak."
      )
    }
    StandardError.write("LEAK_TESTING_BREAK=1: stopped before this is reported:\n\(leak)")
    raise(SIGTRAP)
  }

  private static let isAskedFor = Switch.isOn(
    "LEAK_TESTING_BREAK", otherwise: "The process does not stop where it finds a leak.")

  /// Says what is wrong with the variable, where no leak may be found.
  static func readSetting() { _ = isAskedFor }

  /// Whether a debugger is attached now.
  ///
  /// Source: `TracerPid` in proc_pid_status(5).
  static var isAttached: Bool {
    #if os(Linux)
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let tracer = status?.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
      return tracer.map { $0.split(separator: "\t").last != "0" } ?? false
    #else
      return true
    #endif
  }
}
