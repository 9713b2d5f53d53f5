import Foundation
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@testable import LeakDetection

@Suite(.afterOthers, .leakFree) struct KnownLeakListTests {
  private static let entry = """
    "fingerprint": "3cf25dca", "type": "Shop.Player", "reference": "closure #1 captures self", "reason": "old", \
    "since": "2026-11-23"
    """

  private func error(of text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID()).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      _ = try KnownLeakList(contentsOf: file.path)
      return "none"
    } catch {
      return "\(error)".replacing(file.path, with: "list")
    }
  }

  @Test(arguments: [
    ("", "list:1: the text ends where a value must stand"),
    ("[]", "list:1: the list must be an object, and is an array"),
    ("{}", "list:1: version must be 1"),
    ("{\"version\": 1}", "list:1: leaks must be an array"),
    ("{\"version\": 1, \"leaks\": []} x", "list:1: there is more after the end"),
    ("{\"version\": 1,\n\"leaks\": [}", "list:2: a value is missing"),
    (
      "{\"version\": 1,\n\"leaks\": [],\n\"leaks\": []}", "list:3: the key \"leaks\" occurs twice"
    ),
    (
      "{\"version\": 1,\n\"leak\": []}",
      "list:2: \"leak\" is not a key of the list. The keys are: version, leaks"
    ),
    (
      "{\"version\": 1, \"leaks\": [\n\n{}]}",
      "list:3: an entry must have \"fingerprint\", \"type\", \"reference\", \"reason\", \"since\""
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry)},\n]}",
      "list:1: a comma stands after the last value of a list, before the ]"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry),\n\"tests\": [\"a\",]}]}",
      "list:2: a comma stands after the last value of a list, before the ]"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry),\n}]}",
      "list:1: a comma stands after the last value of an object, before the }"
    ),
    ("{\"version\": 1, \"leaks\": [,]}", "list:1: a value is missing"),
    (
      "{\"version\": 1,,\n\"leaks\": []}", "list:1: a key in quotation marks is missing"
    ),
    // All that is wrong is told at once.
    (
      """
      {"version": 1, "leaks": [
      {"fingerprnt": "3cf25dca", "type": 1,
       "reference": "closure #1 captures self", "reason": "old", "since": "2026-11-23",
       "until": "soon", "tests": "a", "intermittent": 1},
      {\(entry),
       "until": "2027-02-30", "tests": [1, "b", null]},
      1]}
      """,
      """
      list:2: "fingerprnt" is not a key of an entry. The keys are: fingerprint, type, reference, reason, since, until, tests, intermittent.
        line 2: an entry must have "fingerprint".
        line 2: type must be a string, and is a number.
        line 4: until is not a valid date: "soon". Write it as 2027-01-31.
        line 4: tests must be an array, and is a string.
        line 4: intermittent must be true or false, and is a number.
        line 6: until is not a valid date: "2027-02-30". Write it as 2027-01-31.
        line 6: a test must be a string, and is a number.
        There are 2 more.
      """
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry),\n\"until\": \"soon\"}]}",
      "list:2: until is not a valid date: \"soon\". Write it as 2027-01-31"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry),\n\"intermittent\": 1}]}",
      "list:2: intermittent must be true or false, and is a number"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry),\n\"tests\": [\"a\",\nnull]}]}",
      "list:3: a test must be a string, and is null"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry)},\n{\(entry)}]}",
      "list:2: fingerprint 3cf25dca occurs twice"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry.replacing("3cf", with: "3CG"))}]}",
      "list:1: \"3CG25dca\" is not a fingerprint: it must be the eight hexadecimal digits at the end of a report"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry)},\n{\(entry.replacing("3cf", with: "3CF"))}]}",
      "list:2: fingerprint 3cf25dca occurs twice"
    ),
    ("{\"version\": 1, \"leaks\": [{\(entry.replacing("3cf", with: "3CF"))}]}", "none"),
    (
      "{\"version\": 1\n\"leaks\": []}",
      "list:1: a comma is missing after the value of \"version\""
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry)}\n\n{\(entry)}]}",
      "list:1: a comma is missing after a value of a list"
    ),
    (
      "{\"version\": 1, \"leaks\": [{\(entry), \"tests\": [\"a\" \"b\"]}]}",
      "list:1: a comma is missing after a value of a list"
    ),
    ("{\"version\": 1, \"leaks\": []", "list:1: a } is missing at the end of an object"),
    ("{\"version\": 1, \"leaks\": [1}", "list:1: a ] is missing at the end of a list"),
    ("{\"version\": 1, \"leaks\": [{\(entry), \"until\": \"2027-01-31\", \"tests\": []}]}", "none"),
  ])
  func whatIsWrongIsSaidWithItsLine(text: String, error: String) throws {
    #expect(try self.error(of: text) == error)
  }

  @Test(arguments: [
    "version must be 1", "until is not a valid date: \"soon\". Write it so.", "is none.",
  ])
  func whatIsWrongIsSaidWithOneFullStop(message: String) {
    let sentence = message.hasSuffix(".") ? message : message + "."
    #expect(
      KnownLeakListError(file: "list", line: 2, message: message).sentences
        == "\(sentence) Until that is fixed, no leak counts as known.")
    #expect(
      KnownLeakListError(file: "list", line: 2, message: "One.\n  line 3: \(message)").sentences
        == "One.\n  line 3: \(sentence)\n  Until that is fixed, no leak counts as known.")
  }

  /// A list may be shared by packages: a link to it stays one, and what it leads to is changed, or made.
  @Test(arguments: [true, false], ["", "shared/"])
  func aLinkToAListStaysOne(isThere: Bool, place: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID())")
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appending(path: "shared"), withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let list = folder.appending(path: place + "list.json")
    let (link, second) = (folder.appending(path: "link"), folder.appending(path: "second"))
    try files.createSymbolicLink(atPath: link.path, withDestinationPath: place + "list.json")
    try files.createSymbolicLink(atPath: second.path, withDestinationPath: link.path)
    if isThere { try Data(KnownLeakList().text().utf8).write(to: list) }
    let leak = KnownLeak(
      fingerprint: "3cf25dca", type: "Shop.Player", reference: "closure #1 captures self",
      reason: "old", since: "2026-11-23", until: nil, tests: ["A/a()"])
    let changed = try KnownLeakFile(at: second.path).update { $0.add(leak) }
    #expect(changed.leaks == [leak])
    #expect(try files.destinationOfSymbolicLink(atPath: second.path) == link.path)
    #expect(try files.destinationOfSymbolicLink(atPath: link.path) == place + "list.json")
    #expect(try String(contentsOf: list, encoding: .utf8) == changed.text())
  }

  /// Links in a circle lead nowhere: that is an error like any other, and not a wait without end.
  @Test func linksInACircle() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    #expect(throws: Never.self) {
      _ = try KnownLeakFile(at: path).update { _ in }
    }
  }

  @Test(arguments: [
    (IgnoredLeak.type("", until: "soon"), ["type", "until"]),
    (.fingerprint("3cf", until: "2027-02-30"), ["fingerprint", "until"]),
    (.module(" ", until: "2027-01-31"), ["module"]), (.holder("a Timer", until: "x"), ["until"]),
    (.edge(from: "A", to: "B"), []),
  ])
  func allThatIsWrongWithAnEntryInCode(entry: IgnoredLeak, parts: [String]) {
    let told = [entry].mistakes.map { mistake in
      String(mistake.dropFirst("ignoring: ".count).prefix { $0 != "(" && $0 != ":" })
    }
    #expect(told == parts.map { $0 == "until" ? $0 : ".\($0)" })
  }

  @Test func theReasonThatNobodyHasGivenIsNone() {
    var leak = KnownLeak(
      fingerprint: "3cf25dca", type: "Shop.Player", reference: "closure #1 captures self",
      reason: "old", since: "2026-11-23", until: nil, tests: ["A/a()"])
    #expect(leak.givenReason == "old")
    for reason in [KnownLeak.missingReason, ""] {
      leak.reason = reason
      #expect(leak.givenReason == nil)
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    var list = KnownLeakList()
    for fingerprint in ["0000000b", "0000000a"] {
      for test in ["B/b()", "A/a()"] {
        list.add(
          KnownLeak(
            fingerprint: fingerprint, type: "Shop.Player", reference: "\"quoted\" \\ ü",
            reason: "a\nb", since: "2026-11-23", until: nil, tests: [test]))
      }
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID()).json")
    try Data(list.text().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let read = try KnownLeakList(contentsOf: file.path)
    #expect(read.leaks.map(\.fingerprint) == ["0000000a", "0000000b"])
    #expect(read.leaks.allSatisfy { $0.tests == ["A/a()", "B/b()"] })
    #expect(try read.text() == list.text())
  }

  /// Against Foundation: texts that are nearly JSON.
  @Test func theReaderOfJSONTakesWhatFoundationTakes() {
    var random = SplitMix64(seed: 16)
    let text = Array("{\"a\": [1, -2.5e3, true, null, \"x\\u00e9\\n\"], \"b\": {\"c\": []}}".utf8)
    var accepted = 0
    for _ in 0..<Rounds.of(20_000) {
      var bytes = text
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(text.randomElement(using: &random) ?? 0x20, at: index)
        default: bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
        }
      }
      let string = String(decoding: bytes, as: UTF8.self)
      let isForFoundation =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])) != nil
      var isForUs = true
      do { _ = try PlacedJSON(parsing: string) } catch {
        // A key that occurs twice is a mistake here.
        isForUs = error.message.hasSuffix(" occurs twice")
      }
      if isForUs { accepted += 1 }
      // RFC 8259 has no comma at the end of a list; Foundation does not mind.
      if string.contains(/,\s*[\]}]/) { continue }
      #expect(isForUs == isForFoundation, "\(string)")
    }
    #expect((Rounds.of(2_000)...Rounds.of(18_000)).contains(accepted))
  }
}
