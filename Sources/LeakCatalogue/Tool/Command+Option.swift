extension Command {
  /// An option, as it is written.
  enum Option: String, CaseIterable {
    case verbose = "--verbose"
    case values = "--values"
    case format = "--format"
    case rounds = "--repeat"
    case sources = "--sources"
    case color = "--color"
    case version = "--version"
    case help = "--help"

    /// - Parameter word: the option's name, or its first letter, as in `-v`.
    init?(_ word: String) {
      switch word {
      case "-v": self = .verbose
      case "-h": self = .help
      default: self.init(rawValue: word)
      }
    }

    var takesValue: Bool {
      switch self {
      case .format, .rounds, .sources, .color: true
      case .verbose, .values, .version, .help: false
      }
    }

    /// The actions that the option means something to.
    var actions: Set<Action> {
      switch self {
      case .format: [.run, .list]
      case .rounds, .verbose, .values: [.run]
      case .sources: [.show]
      case .color: [.run, .list, .show]
      case .version, .help: Set(Action.allCases)
      }
    }
  }
}
