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
    message + (message.hasSuffix(".") ? "" : ".") + " Until that is mended, no leak is known."
  }

  package var description: String { "\(place): \(message)" }

  /// Leaks are to be put on a list, and no package is known whose it is.
  static let noPlaceToRecord = KnownLeakListError(
    file: "LEAK_TESTING_RECORD=1",
    message:
      "there is no Package.swift above the working folder, the test's file or the program to put "
      + "\(KnownLeakList.fileName) beside: let LEAK_TESTING_KNOWN be the list's path")
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
    do throws(PlacedJSONError) {
      self.init(leaks: try KnownLeakListReader().leaks(in: PlacedJSON(parsing: text)))
    } catch {
      throw KnownLeakListError(file: path, line: error.line, message: error.message)
    }
  }
}

/// Reads a list, and says what is wrong with it.
private struct KnownLeakListReader {
  private typealias Members = [String: PlacedJSON]

  func leaks(in json: PlacedJSON) throws(PlacedJSONError) -> [KnownLeak] {
    let file = try members(of: json, called: "the list", known: ["version", "leaks"])
    guard case .number("\(KnownLeakList.version)") = file["version"]?.value else {
      throw PlacedJSONError(
        line: file["version"]?.line ?? json.line,
        message: "version must be \(KnownLeakList.version)")
    }
    guard let list = file["leaks"], case .array(let entries) = list.value else {
      throw PlacedJSONError(line: file["leaks"]?.line ?? json.line, message: "leaks must be a list")
    }
    var leaks: [KnownLeak] = []
    for entry in entries {
      let leak = try self.leak(in: entry)
      if leaks.contains(where: { $0.fingerprint == leak.fingerprint }) {
        throw PlacedJSONError(
          line: entry.line, message: "fingerprint \(leak.fingerprint) is there twice")
      }
      leaks.append(leak)
    }
    return leaks
  }

  private func leak(in json: PlacedJSON) throws(PlacedJSONError) -> KnownLeak {
    let keys = [
      "fingerprint", "type", "reference", "reason", "since", "until", "tests", "intermittent",
    ]
    let entry = try members(of: json, called: "an entry", known: keys)
    let fingerprint = try text("fingerprint", of: entry, in: json)
    if let mistake = IgnoredLeak.fingerprint(fingerprint).mistake {
      throw PlacedJSONError(line: entry["fingerprint"]?.line ?? json.line, message: mistake)
    }
    var leak = KnownLeak(
      fingerprint: fingerprint.lowercased(),
      type: try text("type", of: entry, in: json),
      reference: try text("reference", of: entry, in: json),
      reason: try text("reason", of: entry, in: json),
      since: try day("since", of: entry, in: json), until: nil, tests: [])
    if entry["until"] != nil { leak.until = try day("until", of: entry, in: json) }
    if let tests = entry["tests"] {
      guard case .array(let names) = tests.value else {
        throw PlacedJSONError(
          line: tests.line, message: "tests must be a list, and is \(tests.kind)")
      }
      for name in names {
        guard case .string(let name) = name.value else {
          throw PlacedJSONError(
            line: name.line, message: "a test must be a text, and is \(name.kind)")
        }
        leak.tests.append(name)
      }
    }
    if let intermittent = entry["intermittent"] {
      guard case .bool(let isSo) = intermittent.value else {
        throw PlacedJSONError(
          line: intermittent.line,
          message: "intermittent must be true or false, and is \(intermittent.kind)")
      }
      leak.intermittent = isSo
    }
    return leak
  }

  private func members(
    of json: PlacedJSON, called name: String, known: [String]
  ) throws(PlacedJSONError) -> Members {
    guard case .object(let members) = json.value else {
      throw PlacedJSONError(
        line: json.line, message: "\(name) must be an object, and is \(json.kind)")
    }
    for (key, line, _) in members where !known.contains(key) {
      throw PlacedJSONError(
        line: line, message: "\(name) has no \"\(key)\". It has: \(known.joined(separator: ", "))")
    }
    return Members(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
  }

  private func text(
    _ key: String, of entry: Members, in json: PlacedJSON
  ) throws(PlacedJSONError) -> String {
    guard let value = entry[key] else {
      throw PlacedJSONError(line: json.line, message: "an entry must have \"\(key)\"")
    }
    guard case .string(let text) = value.value else {
      throw PlacedJSONError(
        line: value.line, message: "\(key) must be a text, and is \(value.kind)")
    }
    return text
  }

  private func day(
    _ key: String, of entry: Members, in json: PlacedJSON
  ) throws(PlacedJSONError) -> String {
    let text = try text(key, of: entry, in: json)
    guard CalendarDay(text) != nil else {
      throw PlacedJSONError(
        line: entry[key]?.line ?? json.line,
        message: "\(key) is no day: \"\(text)\". Write it as 2027-01-31")
    }
    return text
  }
}
