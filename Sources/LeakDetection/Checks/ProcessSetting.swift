import LeakBase

/// What the environment variable `LEAK_TESTING` says of all checks of the process.
package enum ProcessSetting: Sendable, Hashable {
  /// It says nothing: what checks ask for is checked.
  case unset
  /// Nothing is checked.
  case off
  /// Everything is checked that the process allocates, too.
  case all
  /// A value that means nothing.
  case unknown(String)

  /// What it says now.
  package static var current: ProcessSetting {
    let value = ProcessEnvironment.value(of: "LEAK_TESTING") ?? ""
    return switch value.lowercased() {
    case "": .unset
    case "off": .off
    case "all": .all
    default: .unknown(value)
    }
  }

  /// The same. That it means nothing is said once on standard error.
  package static func read() -> ProcessSetting {
    let setting = current
    if case .unknown(let value) = setting {
      Notice.unknownSetting.warn(
        "LEAK_TESTING=\(value): the value must be off or all. Checks run as usual.")
    }
    return setting
  }
}
