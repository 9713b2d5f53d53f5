/// A file with some tests.
struct SuiteFile {
  private let tests: ArraySlice<GeneratedTest>
  private let name: String
  private let isPlain: Bool

  init(_ tests: ArraySlice<GeneratedTest>, name: String, isPlain: Bool) {
    self.tests = tests
    self.name = name
    self.isPlain = isPlain
  }

  /// What stands in a plain suite for what its tests call of the kit.
  static let withoutKit = """
    func trackForLeaks<Object: AnyObject>(_ object: Object, label: String) -> Object { object }
    func expectDeallocated<Object: AnyObject>(_ make: () async -> Object) async { _ = await make() }
    func XCTAssertDeallocated<Object: AnyObject>(_ make: () async -> Object) async { _ = await make() }
    func XCTAssertNoLeaks(_ body: () async -> Void) async { await body() }

    """

  var swiftTesting: String {
    let suite = isPlain ? "@Suite" : "@Suite(.leakFree)"
    return file(framework: "Testing", head: "\(suite) struct \(name)") { test in
      let trait = test.plant?.telling == .note && !isPlain ? "(.leakFree(notingCaches: true))" : ""
      return "@Test\(trait) func \(test.name)()"
    }
  }

  var xctest: String {
    let base = isPlain ? "XCTestCase" : "LeakFreeTestCase"
    return file(framework: "XCTest", head: "final class \(name)Tests: \(base)") { test in
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
      \(isPlain ? "" : "import LeakTesting")
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
