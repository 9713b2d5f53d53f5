import LeakTesting
import XCTest

/// A base class as a framework for tests has it: it passes failures on to its current test, of which there is one only while the code
/// of the test runs.
open class Spec: LeakFreeTestCase {
  nonisolated(unsafe) private static var current: Spec!

  public required init(name: String, testClosure: @escaping (XCTestCase) throws -> Void) {
    super.init(name: name) { testCase in
      Spec.current = testCase as? Spec
      defer { Spec.current = nil }
      try testClosure(testCase)
    }
  }

  #if !canImport(ObjectiveC)
    override open func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard self === Spec.current else {
        Spec.current.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        return
      }
      super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif
}
