/// The stream of events that another program has asked Swift Testing for.
enum EventStream {
  /// Whether Swift Testing drops warnings, from its console too: it does where the stream is to have a form from before Swift 6.3.
  static let leavesOutWarnings = leavesOutWarnings(in: CommandLine.arguments)

  /// Whether it does when it is called with these arguments.
  ///
  /// Source: `configurationForEntryPoint(from:)` in swift-testing's EntryPoint.swift.
  static func leavesOutWarnings(in arguments: [String]) -> Bool {
    let version =
      value(of: "--event-stream-version", in: arguments)
      ?? value(of: "--experimental-event-stream-version", in: arguments)
    guard let version else { return false }
    // A part that is no number makes Swift Testing refuse the argument.
    return version.split(separator: ".").map { Int($0) ?? 0 }
      .lexicographicallyPrecedes(firstWithWarnings)
  }

  private static let firstWithWarnings = [6, 3]

  /// The value of `--name value` or `--name=value`, as Swift Testing reads it.
  private static func value(of name: String, in arguments: [String]) -> Substring? {
    for (index, argument) in arguments.enumerated().dropFirst() {
      if argument.hasPrefix("\(name)=") { return argument.dropFirst(name.count + 1) }
      if argument == name, index + 1 < arguments.count { return arguments[index + 1][...] }
    }
    return nil
  }
}
