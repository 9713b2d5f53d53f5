import LeakBase

/// Variables of the environment that switch something on.
enum Switch {
  /// Whether `variable` is `1`. A value that means nothing is told on standard error, with what then happens.
  static func isOn(_ variable: String, otherwise consequence: String) -> Bool {
    let setting = ProcessEnvironment.value(of: variable) ?? ""
    if !["", "0", "1"].contains(setting) {
      StandardError.warn("\(variable)=\(setting): the value must be 1. \(consequence)")
    }
    return setting == "1"
  }
}
