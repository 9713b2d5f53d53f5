import CLeakBase
import Foundation

/// The variables of the environment that configure the kit.
package enum ProcessEnvironment {
  /// What `variable` says; `nil` where it is not set.
  ///
  /// `ProcessInfo` makes a dictionary of all variables each time, which takes 0.1 ms and more.
  package static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// The folder that the process began in. The program, or a test, may go to others.
  package static let startFolder = String(cString: crt_start_folder())

  /// The path from anywhere of what is at `path` in ``startFolder``.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") || startFolder.isEmpty { return path }
    return (startFolder == "/" ? "" : startFolder) + "/" + path
  }
}
