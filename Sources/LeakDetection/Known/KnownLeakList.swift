import Foundation
import LeakDeciding

/// The leaks that a team lives with, in a file beside the package's manifest.
package struct KnownLeakList: Sendable, Hashable {
  /// The name of the file.
  package static let fileName = ".leaks-known.json"

  /// The form of the file that is read and written.
  package static let version = 1

  package var leaks: [KnownLeak]

  package init(leaks: [KnownLeak] = []) { self.leaks = leaks }

  /// The entry with a fingerprint.
  package func leak(_ fingerprint: String) -> KnownLeak? {
    leaks.first { $0.fingerprint == fingerprint }
  }

  /// Adds `leak`, or the tests that it names to the entry with the same fingerprint.
  package mutating func add(_ leak: KnownLeak) {
    if let index = leaks.firstIndex(where: { $0.fingerprint == leak.fingerprint }) {
      leaks[index].tests = Set(leaks[index].tests + leak.tests).sorted()
    } else {
      leaks.append(leak)
    }
  }

  /// The text of the file: entries are sorted, so that two people who add to it seldom meet.
  package func text() throws -> String {
    struct File: Encodable {
      var version: Int
      var leaks: [KnownLeak]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let sorted = leaks.sorted { ($0.type, $0.fingerprint) < ($1.type, $1.fingerprint) }
    let data = try encoder.encode(File(version: Self.version, leaks: sorted))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

/// What is wrong with a list, and where.
package struct KnownLeakListError: Error, Hashable, CustomStringConvertible {
  package var file: String
  package var line: Int?
  package var message: String

  /// The file, and the line where that is known.
  package var place: String { file + (line.map { ":\($0)" } ?? "") }

  /// What is wrong, and what follows from it.
  package var sentences: String {
    message.asSentence + (message.contains("\n") ? "\n  " : " ")
      + "Until that is fixed, no leak counts as known."
  }

  package var description: String { "\(place): \(message)" }

  /// Leaks are to be put on a list, and no package is known whose it is.
  static let noPlaceToRecord = KnownLeakListError(
    file: "LEAK_TESTING_RECORD=1",
    message:
      "there is no Package.swift above the working folder, the test's file or the program to put "
      + "\(KnownLeakList.fileName) beside: set LEAK_TESTING_KNOWN to the path of the list")
}

extension KnownLeakList {
  /// Reads the list at `path`; an empty one where there is no file.
  package init(contentsOf path: String) throws(KnownLeakListError) {
    guard FileManager.default.fileExists(atPath: path) else {
      self.init()
      return
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw KnownLeakListError(file: path, message: "the list of known leaks cannot be read")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw KnownLeakListError(file: path, message: "the list of known leaks is not UTF-8")
    }
    let json: PlacedJSON
    do throws(PlacedJSONError) {
      json = try PlacedJSON(parsing: text)
    } catch {
      throw KnownLeakListError(file: path, line: error.line, message: error.message)
    }
    var reader = KnownLeakListReader()
    let leaks = reader.leaks(in: json)
    if let first = reader.mistakes.first {
      throw KnownLeakListError(file: path, line: first.line, message: reader.mistakes.message)
    }
    self.init(leaks: leaks)
  }
}

extension [PlacedJSONError] {
  /// So many mistakes are told at once.
  private static var most: Int { 8 }

  /// All of them, each on a line of its own. The line of the first one stands before it, with the file.
  fileprivate var message: String {
    if count == 1 { return self[0].message }
    var lines = prefix(Self.most).enumerated().map { index, mistake in
      (index == 0 ? "" : "  line \(mistake.line): ") + mistake.message.asSentence
    }
    if count > Self.most { lines.append("  There are \(count - Self.most) more.") }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with a full stop at its end.
  fileprivate var asSentence: String { self + (hasSuffix(".") ? "" : ".") }
}

/// Reads a list, and says all that is wrong with it.
private struct KnownLeakListReader {
  private typealias Members = [String: PlacedJSON]

  /// What is wrong, in the order of the reading.
  private(set) var mistakes: [PlacedJSONError] = []

  private mutating func note(_ line: Int, _ message: String) {
    mistakes.append(PlacedJSONError(line: line, message: message))
  }

  mutating func leaks(in json: PlacedJSON) -> [KnownLeak] {
    guard let file = members(of: json, called: "the list", known: ["version", "leaks"]),
      mistakes.isEmpty
    else { return [] }
    guard case .number("\(KnownLeakList.version)") = file["version"]?.value else {
      // What else is in a file of another version is not known.
      note(file["version"]?.line ?? json.line, "version must be \(KnownLeakList.version)")
      return []
    }
    guard let list = file["leaks"], case .array(let entries) = list.value else {
      note(file["leaks"]?.line ?? json.line, "leaks must be an array")
      return []
    }
    var leaks: [KnownLeak] = []
    for entry in entries {
      guard let leak = self.leak(in: entry) else { continue }
      if leaks.contains(where: { $0.fingerprint == leak.fingerprint }) {
        note(entry.line, "fingerprint \(leak.fingerprint) occurs twice")
      }
      leaks.append(leak)
    }
    return leaks
  }

  private static let keys = [
    "fingerprint", "type", "reference", "reason", "since", "until", "tests", "intermittent",
  ]

  /// How many of the keys, from the first, each entry must have.
  private static let needed = 5

  /// `nil` where so much is wrong that the entry is none.
  private mutating func leak(in json: PlacedJSON) -> KnownLeak? {
    guard let entry = members(of: json, called: "an entry", known: Self.keys) else { return nil }
    let missing = Self.keys.prefix(Self.needed).filter { entry[$0] == nil }
    if !missing.isEmpty {
      let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
      note(json.line, "an entry must have \(names)")
    }
    let fingerprint = text("fingerprint", of: entry)
    if let fingerprint, let value = entry["fingerprint"],
      let mistake = IgnoredLeak.Kind.mistake(inFingerprint: fingerprint)
    {
      note(value.line, "\"\(fingerprint)\" \(mistake)")
    }
    let (type, reference) = (text("type", of: entry), text("reference", of: entry))
    let (reason, since) = (text("reason", of: entry), day("since", of: entry))
    let (until, tests) = (day("until", of: entry), tests(of: entry))
    let intermittent = intermittent(of: entry)
    guard let fingerprint, let type, let reference, let reason, let since else { return nil }
    return KnownLeak(
      fingerprint: fingerprint.lowercased(), type: type, reference: reference, reason: reason,
      since: since, until: until, tests: tests, intermittent: intermittent)
  }

  private mutating func tests(of entry: Members) -> [String] {
    guard let tests = entry["tests"] else { return [] }
    guard case .array(let names) = tests.value else {
      note(tests.line, "tests must be an array, and is \(tests.kind)")
      return []
    }
    return names.compactMap { name in
      if case .string(let name) = name.value { return name }
      note(name.line, "a test must be a string, and is \(name.kind)")
      return nil
    }
  }

  private mutating func intermittent(of entry: Members) -> Bool? {
    guard let intermittent = entry["intermittent"] else { return nil }
    if case .bool(let isSo) = intermittent.value { return isSo }
    note(intermittent.line, "intermittent must be true or false, and is \(intermittent.kind)")
    return nil
  }

  private mutating func members(
    of json: PlacedJSON, called name: String, known: [String]
  ) -> Members? {
    guard case .object(let members) = json.value else {
      note(json.line, "\(name) must be an object, and is \(json.kind)")
      return nil
    }
    for (key, line, _) in members where !known.contains(key) {
      note(
        line, "\"\(key)\" is not a key of \(name). The keys are: \(known.joined(separator: ", "))")
    }
    return Members(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
  }

  private mutating func text(_ key: String, of entry: Members) -> String? {
    guard let value = entry[key] else { return nil }
    if case .string(let text) = value.value { return text }
    note(value.line, "\(key) must be a string, and is \(value.kind)")
    return nil
  }

  private mutating func day(_ key: String, of entry: Members) -> String? {
    guard let text = text(key, of: entry), let value = entry[key] else { return nil }
    if CalendarDay(text) != nil { return text }
    note(value.line, "\(key) is not a valid date: \"\(text)\". Write it as 2027-01-31")
    return nil
  }
}
