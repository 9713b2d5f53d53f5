/// A file with some tests.
struct SuiteFile {
  private let tests: ArraySlice<GeneratedTest>
  private let name: String

  init(_ tests: ArraySlice<GeneratedTest>, name: String) {
    self.tests = tests
    self.name = name
  }

  var swiftTesting: String {
    file(framework: "Testing", head: "@Suite(.leakFree) struct \(name)") { test in
      let trait = test.plant?.telling == .note ? "(.leakFree(notingCaches: true))" : ""
      return "@Test\(trait) func \(test.name)()"
    }
  }

  var xctest: String {
    file(framework: "XCTest", head: "final class \(name)Tests: LeakFreeTestCase") { test in
      "func test\(test.name.prefix(1).uppercased())\(test.name.dropFirst())()"
    }
  }

  private func file(framework: String, head: String, _ function: (GeneratedTest) -> String)
    -> String
  {
    let functions = tests.map { test in
      """
        \(function(test))\(test.isAsync ? " async" : "") {
      \(test.statements.joined(separator: "\n").indented(by: 4))
        }
      """
    }
    return """
      import Dispatch
      import Foundation
      import LeakTesting
      import Observation
      import StressParts
      import Synchronization
      import \(framework)

      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif

      \(head) {
      \(functions.joined(separator: "\n\n"))
      }

      \(tests.flatMap(\.types).joined(separator: "\n\n"))

      """
  }
}
