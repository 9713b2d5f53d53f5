import Foundation
import Testing

/// A test imports the kit beside the target that it tests, and two types of one name would be ambiguous there: every public type
/// outside all others has `Leak` in its name.
@Suite struct PublicNameTests {
  private static let exported = ["LeakDeciding", "LeakExplaining", "LeakDetection", "LeakTesting"]

  @Test func publicTypesAreNamedForLeaks() throws {
    let declaration =
      /^(?:@\w+(?:\(.*\))? )*(?:public|open) (?:final |indirect )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/
      .anchorsMatchLineEndings()
    let modules = try PackageModules().modules.filter { Self.exported.contains($0.name) }
    #expect(modules.count == Self.exported.count)
    let names = try modules.flatMap { try $0.sources() }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: declaration).map { String($0.1) }
    }
    #expect(
      names.sorted() == [
        "IgnoredLeak", "LeakCheckFailure", "LeakDetector", "LeakFailure", "LeakFreeTestCase",
        "LeakFreeTrait", "LeakLocation", "LeakReport", "LeakSize", "LeakUncheckedTestCase",
      ])
  }
}
