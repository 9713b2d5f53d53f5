import Foundation

/// The variables of the environment that set the kit up.
package enum ProcessEnvironment {
  /// What `variable` says; `nil` where it is not set.
  ///
  /// `ProcessInfo` makes a dictionary of all variables, each time, which takes longer than what is set up.
  package static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }
}
