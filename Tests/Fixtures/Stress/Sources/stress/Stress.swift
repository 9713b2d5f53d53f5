import Foundation

/// Writes a suite of tests for a seed, and judges what a run of it said.
@main struct Stress {
  private static let usage = """
    usage: stress generate --seed N --tests N --to DIR --kit DIR --parts DIR [--leaks N] [--plain yes]
           stress check DIR --events FILE --events-status N --log FILE --log-status N [--name TEXT]
           stress named DIR --in FILE
    """

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("stress: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "generate":
      let options = try Options(arguments.dropFirst())
      try GenerateCommand(
        seed: options.number("seed"), count: options.number("tests"),
        leaks: options.has("leaks") ? options.number("leaks") : nil,
        isPlain: options.has("plain"), folder: options.text("to"), kit: options.text("kit"),
        parts: options.text("parts")
      ).run()
    case "check" where arguments.count > 1:
      let options = try Options(arguments.dropFirst(2))
      let check = CheckCommand(
        folder: arguments[1], events: try options.text("events"),
        eventsStatus: try options.number("events-status"), log: try options.text("log"),
        logStatus: try options.number("log-status"), name: (try? options.text("name")) ?? "")
      if try !check.run() { exit(1) }
    case "named" where arguments.count > 1:
      let options = try Options(arguments.dropFirst(2))
      try NamedCommand(folder: arguments[1], file: try options.text("in")).run()
    default:
      throw Failure(usage)
    }
  }
}

/// Pairs of a name and a value.
struct Options {
  private var values: [String: String] = [:]

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst() else {
        throw Failure("\(name) has no value")
      }
      values[String(name.dropFirst(2))] = value
    }
  }

  func text(_ name: String) throws -> String {
    guard let value = values[name] else { throw Failure("--\(name) is missing") }
    return value
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func number<Number: FixedWidthInteger>(_ name: String) throws -> Number {
    let value = try text(name)
    guard let number = Number(value) else { throw Failure("--\(name) \(value) is no number") }
    return number
  }
}
