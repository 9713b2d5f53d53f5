import Testing

@testable import LeakHeapReading
@testable import LeakHeapRoots
@testable import LeakSymbolication

/// Which variables surely have what they refer to.
@Suite struct OptimizedVariableTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isParameter = false
    var isInOptimizedCode = false
    var inlinedFunction: String?
    var isOwner: Bool
  }

  private static let initializer = "$s4Shop4CartC4itemACSS_tcfC"

  /// Behind its last use, optimised code has given back what a variable had.
  @Test(arguments: [
    Example(testDescription: "a variable", isOwner: true),
    Example(testDescription: "a parameter", isParameter: true, isOwner: false),
    Example(
      testDescription: "an initializer's parameter", isParameter: true,
      inlinedFunction: initializer, isOwner: true),
    Example(
      testDescription: "a variable in optimised code", isInOptimizedCode: true, isOwner: false),
    Example(
      testDescription: "an inlined initializer's parameter", isParameter: true,
      isInOptimizedCode: true, inlinedFunction: initializer, isOwner: false),
  ]) func `A variable owns`(_ example: Example) throws {
    let local = DebugLocal(
      name: "item", type: .swift(mangled: "$sSSD"), isParameter: example.isParameter,
      isArtificial: false, inlinedFunction: example.inlinedFunction,
      isInOptimizedCode: example.isInOptimizedCode)
    let isOwner = HeapReader().withCompiler { compiler in
      CopiedVariable(local, at: 16, of: testImageAddress, compiler)?.isOwner
    }
    #expect(isOwner == example.isOwner)
  }
}
