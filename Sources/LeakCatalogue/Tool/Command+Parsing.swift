extension Command {
  /// Reads a command line, without the name of the executable.
  ///
  /// The first word that is not an option is the command; options may stand anywhere, as `--name value` or
  /// `--name=value`.
  ///
  /// - Parameters:
  ///   - others: the names of the commands that are not read here.
  ///   - isID: whether a word that is no command names a part of the catalogue: then `run` was left out.
  /// - Throws: ``UsageError`` for what is unknown, missing or out of place, with what was most likely meant.
  package init(
    parsing arguments: [String], others: [String] = [],
    isID: (String) -> Bool = { $0.contains("/") }
  ) throws(UsageError) {
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
      given.append(try option(argument, followedBy: &rest))
    }

    if let word = words.first {
      guard let action = Action(rawValue: word) else {
        throw Self.unknownCommand(word, isID: isID(word), toDo: .run, others: others)
      }
      self.action = action
      ids = Array(words.dropFirst())
      if action == .help, let topic = ids.first, Action(rawValue: topic) == nil {
        throw Self.unknownCommand(topic, isID: isID(topic), toDo: .show, others: others)
      }
    }
    if given.contains(.version) { action = .version }
    if given.contains(.help) { action = .help }
    if [.help, .version].contains(action) {
      ids = []
      return
    }
    for option in given where !option.actions.contains(action) {
      throw UsageError("option '\(option.rawValue)' does not apply to '\(action.rawValue)'")
    }
    if action == .run, format == .markdown {
      throw UsageError("'run' prints text or json; did you mean 'list --format markdown'?")
    }
    if readsValues, format != .json {
      throw UsageError("'--values' are printed as json; add '--format json'")
    }
    try checkIDs()
  }

  /// Reads the option that begins with `argument`, and its value.
  private mutating func option(
    _ argument: String, followedBy rest: inout ArraySlice<String>
  ) throws(UsageError) -> Option {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Option(name) else {
      throw UsageError.unknown(
        "option '\(name)'", meant: name.nearest(of: Option.allCases.map(\.rawValue)))
    }
    guard option.takesValue else {
      guard parts.count == 1 else { throw UsageError("option '\(name)' takes no value") }
      if option == .verbose { isVerbose = true }
      if option == .values { readsValues = true }
      return option
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
      throw UsageError("option '\(name)' needs a value")
    }
    try set(option, to: value)
    return option
  }

  private mutating func set(_ option: Option, to value: String) throws(UsageError) {
    switch option {
    case .format: format = try Self.choice("format", value)
    case .color: color = try Self.choice("color", value)
    case .rounds:
      guard let rounds = Int(value), rounds > 0 else {
        throw UsageError("option '--repeat' needs a whole number above 0, not '\(value)'")
      }
      self.rounds = rounds
    case .sources: sources = value
    case .verbose, .values, .version, .help: break
    }
  }

  /// One of a few words.
  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ value: String
  ) throws(UsageError) -> Choice {
    if let choice = Choice(rawValue: value) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    if let nearest = value.nearest(of: words) {
      throw UsageError("unknown \(name) '\(value)'; did you mean '\(nearest)'?")
    }
    throw UsageError("option '--\(name)' takes \(words.joined(separator: ", ")), not '\(value)'")
  }

  /// - Parameter action: what was most likely to be done where the word is an id.
  private static func unknownCommand(
    _ word: String, isID: Bool, toDo action: Action, others: [String]
  ) -> UsageError {
    let commands = Action.allCases.filter { ![.crash, .help, .version].contains($0) }
    let meant =
      isID
      ? "\(action.rawValue) \(word)" : word.nearest(of: commands.map(\.rawValue) + others)
    return .unknown("command '\(word)'", meant: meant)
  }

  /// Checks that there are as many ids as the command needs.
  private func checkIDs() throws(UsageError) {
    switch action {
    case .list where format == .markdown && !ids.isEmpty:
      throw UsageError("the index in markdown is of all cases; leave '\(ids[0])' out")
    case .show where ids.isEmpty:
      throw UsageError("'show' needs the id of a case; \(Self.program) list prints them")
    case .crash where ids.count != 1: throw UsageError("'\(action.rawValue)' needs one id")
    case .run, .list, .show, .crash, .version, .help: break
    }
  }
}

extension UsageError {
  /// - Parameter meant: what was most likely meant, if anything is near.
  fileprivate static func unknown(_ what: String, meant: String?) -> UsageError {
    let advice = meant.map { "did you mean '\($0)'?" } ?? "see \(Command.program) --help"
    return UsageError("unknown \(what); \(advice)")
  }
}
