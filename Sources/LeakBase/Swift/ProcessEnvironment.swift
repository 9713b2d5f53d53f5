import Foundation

/// The variables of the environment that configure the kit.
package enum ProcessEnvironment {
  /// What `variable` says; `nil` where it is not set.
  ///
  /// `ProcessInfo` makes a dictionary of all variables each time, which takes 0.1 ms and more.
  package static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }
}
