/// What a run said.
struct Outcome {
  /// A failure or a warning.
  struct Message {
    /// The number at the end of the test's name; `nil` for what is said of a suite.
    let test: Int?
    let isWarning: Bool
    let text: String

    /// Whether the kit says it, and not the test.
    var isTold: Bool {
      !["Expectation failed", "XCTAssert", "Confirmation "].contains { subject.hasPrefix($0) }
    }

    var subject: Substring { text.prefix { $0 != "\n" } }

    /// Whether it is about the piece with this mark: its headline names one of the piece's types first, or nobody's.
    func isAbout(_ mark: String) -> Bool {
      let named = subject.firstMatch(of: /[A-Z][a-z]+([0-9]{4}[a-z])/)
      return named.map { $0.1 == mark } ?? text.contains(mark)
    }
  }

  var messages: [Message] = []
  /// The numbers of the tests that came to their end.
  var ended: Set<Int> = []

  /// The number at the end of a test's name.
  static func number(in name: some StringProtocol) -> Int? {
    String(name).firstMatch(of: /[A-Za-z]([0-9]{4})(?![0-9a-z])/).flatMap { Int($0.1) }
  }
}
