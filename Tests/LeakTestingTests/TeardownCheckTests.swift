#if !canImport(ObjectiveC)
  import LeakTesting
  import XCTest

  /// What a test case of XCTest's own class tracks is checked together.
  final class TeardownCheckTests: XCTestCase {
    private struct Failure: Equatable {
      var headline: Substring
      var line: Int
    }

    private var failures: [Failure] = []
    private var expected: [Failure] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected isExpected: Bool
    ) {
      failures.append(
        Failure(headline: description.prefix { $0 != ":" && $0 != "(" }, line: lineNumber))
    }

    override func tearDown() {
      let (told, wanted) = (failures, expected)
      guard told != wanted else { return }
      super.recordFailure(
        withDescription: "\(told) is not \(wanted)", inFile: #filePath, atLine: #line,
        expected: true)
    }

    private final class Client: Sendable {}

    private final class Store {
      let client: Client
      var onChange: (() -> Void)?

      init(_ client: Client) {
        self.client = client
        onChange = { _ = self.client }
      }
    }

    /// What the store keeps is told with it.
    func testWhatATrackedObjectKeeps() {
      let client = trackForLeaks(Client())
      let line = #line + 1
      trackForLeaks(Store(client))
      expected = [
        Failure(
          headline: "failed - TeardownCheckTests.Store and TeardownCheckTests.Client leaked ",
          line: line)
      ]
    }

    func testAnObjectThatIsTrackedTwice() {
      let radio = trackForLeaks(Radio.leaking())
      trackForLeaks(radio)
      expected = [Failure(headline: "failed - Radio leaked", line: #line - 2)]
    }

    /// Where the calls ask for different things, each has what it asks for.
    func testWhatOneCallIgnores() {
      trackForLeaks(Radio.leaking(), ignoring: [.type(Radio.self)])
      trackForLeaks(Radio.leaking())
      expected = [Failure(headline: "failed - Radio leaked", line: #line - 1)]
    }

    /// A block that was added before the first call runs after the check, and one that was added later before it.
    func testTheOrderOfTheBlocks() {
      let radio = Radio()
      let other = Radio()
      radio.loop()
      other.loop()
      addTeardownBlock { [weak radio] in radio?.onFinish = nil }
      trackForLeaks(radio)
      addTeardownBlock { [weak other] in other?.onFinish = nil }
      trackForLeaks(other)
      expected = [Failure(headline: "failed - Radio leaked", line: #line - 3)]
    }
  }
#endif
