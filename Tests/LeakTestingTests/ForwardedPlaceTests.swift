import LeakTesting
import Testing

@testable import LeakDetection

/// Helpers of tests pass on their callers' `file` and `line`, and few pass on the `fileID`, too.
@Suite(.leakFree) struct ForwardedPlaceTests {
  @Test(arguments: [
    ("Shop/Cart.swift", "/shop/Tests/CartTests.swift", "Shop/CartTests.swift"),
    ("Shop/Cart.swift", "/shop/Sources/Cart.swift", "Shop/Cart.swift"),
    ("Shop/Cart.swift", "ShopTests/CartTests.swift", "Shop/CartTests.swift"),
    ("Shop/Cart.swift", "Cart.swift", "Shop/Cart.swift"),
    ("Shop/Cart.swift", "Art.swift", "Shop/Art.swift"),
    ("Shop/Cart.swift", "", "Shop/Cart.swift"),
    ("CartTests.testPays", "<EXPR>", "CartTests.testPays"),
  ])
  func theNameIsThatOfTheLine(fileID: String, path: String, name: String) {
    let location = CodeLocation(fileID: fileID, filePath: path, line: 7, column: 3)
    #expect(location.fileID == name)
    #expect(location.filePath == path)
  }

  private static func expectGone(
    filePath: String, line: Int, _ make: () -> Radio
  ) {
    expectDeallocated(filePath: filePath, line: line) { make() }
  }

  @Test func anIssueStandsInOneFile() {
    let places = Log<String>()
    withKnownIssue {
      Self.expectGone(filePath: "/shop/Tests/CartTests.swift", line: 7) { Radio.leaking() }
    } matching: { issue in
      places.append(issue.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? "nowhere")
      return true
    }
    #expect(places.elements == ["LeakTestingTests/CartTests.swift:7"])
  }
}
