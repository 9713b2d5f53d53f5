import Foundation
import LeakTesting
import Testing

@testable import LeakExplaining

/// The whole JSON form, and the way back.
@Suite(.leakFree) struct LeakJSONTests {
  private static let location = CodeLocation(
    fileID: "ShopTests/CartTests.swift", filePath: "/shop/CartTests.swift", line: 7, column: 3)

  private static func report() throws -> LeakReport {
    let path = try #require(HeapSketch.workItem().path())
    return LeakReport(leaks: [
      Leak(
        typeName: "Shop.Controller", label: "main", count: 2, verdict: .leaked(path),
        location: location),
      Leak(
        typeName: "Shop.Cart", verdict: .late(after: .milliseconds(250)), location: location),
      Leak(
        typeName: "Shop.Cart",
        verdict: .held(by: [.unknown(2), .unread("the fields of Shop.Old")]),
        location: location),
      Leak(typeName: "Shop.Cart", verdict: .inconclusive("of that"), location: location),
    ])
  }

  private static func encode(_ report: LeakReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }

  @Test func `The JSON form is complete and stable`() throws {
    #expect(try Self.encode(Self.report()) == Self.json)
  }

  @Test func `A report reads back as it was`() throws {
    let report = try JSONDecoder().decode(LeakReport.self, from: Data(Self.json.utf8))
    #expect(try report == Self.report())
  }

  @Test func `A report of another schema version is refused`() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        LeakReport.self, from: Data(#"{"schemaVersion": 2, "leaks": []}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("a different error: \(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == "the report has schema version 2, and only 1 can be read")
  }

  @Test func `Every kind of step and verdict reads back`() throws {
    let path = RetainPath(
      start: "M.A",
      steps: [
        .property(.init(owner: "M.A", path: "x", target: nil)),
        .property(.init(owner: "M.A", path: "y", target: "M.B", isInAny: true)),
        .capture(
          .init(function: "f()", target: nil, isSelf: false, confidence: .conservative)),
        .capture(
          .init(
            function: "g()", target: "M.A", variable: "a", isSelf: true,
            line: RetainPath.SourceLine(file: "A.swift", line: 3, isApproximate: true),
            storedIn: "h()", storedAt: RetainPath.SourceLine(file: "A.swift", line: 9),
            confidence: .knownLayout)),
      ], suspect: 3, advice: "Try it.", references: [])
    let leaks: [Verdict] = [.deinitialized, .leaked(path), .late(after: .nanoseconds(123_456_789))]
    let report = LeakReport(
      leaks: leaks.map { Leak(typeName: "M.A", verdict: $0, location: Self.location) })
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(LeakReport.self, from: data) == report)
  }

  private static let json = """
    {
      "leaks" : [
        {
          "count" : 2,
          "fingerprint" : "7c84a4a1",
          "label" : "main",
          "location" : {
            "column" : 3,
            "fileID" : "ShopTests/CartTests.swift",
            "filePath" : "/shop/CartTests.swift",
            "line" : 7
          },
          "pattern" : "stored-work-item",
          "suspect" : {
            "confidence" : "knownLayout",
            "file" : "Controller.swift",
            "function" : "closure #1 in Controller.scheduleRefresh()",
            "isApproximate" : false,
            "isSelf" : true,
            "kind" : "capture",
            "line" : 41,
            "target" : "Shop.Controller"
          },
          "typeName" : "Shop.Controller",
          "verdict" : {
            "kind" : "leaked",
            "path" : {
              "advice" : "Try [weak self] in the closure at Controller.swift:41. Neither performing nor cancelling a work item frees its closure. If a closure nested inside it says [weak self], move that capture list out here.",
              "fingerprint" : "7c84a4a1",
              "pattern" : "stored-work-item",
              "references" : [
                {
                  "confidence" : "exact",
                  "label" : ".workItem",
                  "source" : "Shop.Controller",
                  "target" : "Dispatch.DispatchWorkItem"
                },
                {
                  "confidence" : "exact",
                  "label" : "._block",
                  "source" : "Dispatch.DispatchWorkItem",
                  "target" : "block"
                },
                {
                  "confidence" : "knownLayout",
                  "label" : "content",
                  "source" : "block",
                  "target" : "block"
                },
                {
                  "confidence" : "knownLayout",
                  "function" : "closure #1 in Controller.scheduleRefresh()",
                  "label" : "content",
                  "source" : "block",
                  "target" : "closureContext"
                },
                {
                  "confidence" : "exact",
                  "label" : "capture 0",
                  "source" : "closureContext",
                  "target" : "Shop.Controller"
                }
              ],
              "remedy" : {
                "action" : "captureWeakly",
                "place" : {
                  "file" : "Controller.swift",
                  "isApproximate" : false,
                  "line" : 41
                },
                "subject" : "self"
              },
              "start" : "Shop.Controller",
              "steps" : [
                {
                  "confidence" : "exact",
                  "kind" : "property",
                  "owner" : "Shop.Controller",
                  "path" : "workItem",
                  "target" : "Dispatch.DispatchWorkItem"
                },
                {
                  "confidence" : "knownLayout",
                  "file" : "Controller.swift",
                  "function" : "closure #1 in Controller.scheduleRefresh()",
                  "isApproximate" : false,
                  "isSelf" : true,
                  "kind" : "capture",
                  "line" : 41,
                  "target" : "Shop.Controller"
                }
              ],
              "suspect" : 1
            }
          }
        },
        {
          "count" : 1,
          "fingerprint" : "ae9eacff",
          "location" : {
            "column" : 3,
            "fileID" : "ShopTests/CartTests.swift",
            "filePath" : "/shop/CartTests.swift",
            "line" : 7
          },
          "typeName" : "Shop.Cart",
          "verdict" : {
            "kind" : "late",
            "seconds" : 0.25
          }
        },
        {
          "count" : 1,
          "fingerprint" : "e33dd362",
          "location" : {
            "column" : 3,
            "fileID" : "ShopTests/CartTests.swift",
            "filePath" : "/shop/CartTests.swift",
            "line" : 7
          },
          "typeName" : "Shop.Cart",
          "verdict" : {
            "holders" : [
              {
                "kind" : "unknown",
                "references" : 2
              },
              {
                "kind" : "unread",
                "what" : "the fields of Shop.Old"
              }
            ],
            "kind" : "held"
          }
        },
        {
          "count" : 1,
          "fingerprint" : "903e3a5b",
          "location" : {
            "column" : 3,
            "fileID" : "ShopTests/CartTests.swift",
            "filePath" : "/shop/CartTests.swift",
            "line" : 7
          },
          "typeName" : "Shop.Cart",
          "verdict" : {
            "kind" : "inconclusive",
            "reason" : "of that"
          }
        }
      ],
      "schemaVersion" : 1
    }
    """
}
