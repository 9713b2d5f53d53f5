extension Command {
  /// An option, as it is written.
  private enum Option: String, CaseIterable {
    case format = "--format"
    case rounds = "--repeat"
    case sources = "--sources"
    case help = "--help"

    /// The actions that the option means something to.
    var actions: Set<Action> {
      switch self {
      case .format: [.run, .list]
      case .rounds: [.run]
      case .sources: [.show]
      case .help: Set(Action.allCases)
      }
    }
  }

  /// Reads a command line, without the name of the executable.
  ///
  /// The first word that is not an option is the command; options may stand anywhere, as `--name value` or
  /// `--name=value`.
  ///
  /// - Throws: ``UsageError`` for what is unknown, missing or out of place, with the nearest match.
  package init(parsing arguments: [String]) throws(UsageError) {
    self.init(action: .run)
    var words: [String] = []
    var given: [Option] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0] == "-h" ? "--help" : String(parts[0])
      guard let option = Option(rawValue: name) else {
        let nearest = name.nearest(of: Option.allCases.map(\.rawValue)) ?? ""
        throw UsageError("unknown option '\(name)'; did you mean '\(nearest)'?")
      }
      given.append(option)
      if option == .help {
        guard parts.count == 1 else { throw UsageError("option '\(name)' takes no value") }
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError("option '\(name)' needs a value")
      }
      try set(option, to: value)
    }

    if let word = words.first {
      let commands = Action.allCases.filter { ![.crash, .help].contains($0) }.map(\.rawValue)
      guard let action = Action(rawValue: word) else {
        let nearest = word.contains("/") ? "run \(word)" : word.nearest(of: commands) ?? ""
        throw UsageError("unknown command '\(word)'; did you mean '\(nearest)'?")
      }
      self.action = action
      ids = Array(words.dropFirst())
    }
    if given.contains(.help) { action = .help }
    if action == .help { return }
    for option in given where !option.actions.contains(action) {
      throw UsageError("option '\(option.rawValue)' does not apply to '\(action.rawValue)'")
    }
    try checkIDs()
  }

  private mutating func set(_ option: Option, to value: String) throws(UsageError) {
    switch option {
    case .format:
      guard let format = Format(rawValue: value) else {
        let nearest = value.nearest(of: Format.allCases.map(\.rawValue)) ?? ""
        throw UsageError("unknown format '\(value)'; did you mean '\(nearest)'?")
      }
      self.format = format
    case .rounds:
      guard let rounds = Int(value), rounds > 0 else {
        throw UsageError("option '--repeat' needs a whole number above 0, not '\(value)'")
      }
      self.rounds = rounds
    case .sources: sources = value
    case .help: break
    }
  }

  /// Checks that there are as many ids as the command needs.
  private func checkIDs() throws(UsageError) {
    switch action {
    case .list where !ids.isEmpty:
      throw UsageError("'list' takes no ids, but got '\(ids[0])'; did you mean 'show \(ids[0])'?")
    case .run where ids.isEmpty, .list, .help: break
    case .show where ids.isEmpty: throw UsageError("'show' needs the id of a case")
    case .crash where ids.count != 1: throw UsageError("'\(action.rawValue)' needs one id")
    case .run, .show, .crash: break
    }
  }
}
