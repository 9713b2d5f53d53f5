/// Whether what was said of a test is what was planted in it.
struct Judgement {
  private(set) var problems: [String] = []
  private(set) var falseAlarms = 0
  private(set) var ownFailures = 0
  /// Whether a leak was planted, and what had to be said of it was said.
  private(set) var isToldAsPlanted = false

  init(of test: Manifest.Test, messages: [Outcome.Message], hasEnded: Bool) {
    let title =
      "\(test.framework.rawValue) \(test.name) (\(test.file): \(test.scenes.joined(separator: ", ")))"
    if !hasEnded { problems.append("did not end: \(title)") }
    var told: [Outcome.Message] = []
    for message in messages {
      if !message.isTold {
        ownFailures += 1
        problems.append("failed by itself: \(title):\n\(message.text)")
      } else if let mark = test.plantMark, message.isAbout(mark),
        message.isWarning == (test.telling == .note)
      {
        told.append(message)
      } else if test.plant != nil, message.text.contains(Self.valueOfTask) {
        // A task that leaks keeps the task-local values that were bound where it was made: they are leaked with it.
        continue
      } else {
        falseAlarms += 1
        problems.append("false alarm: \(title):\n\(message.text)")
      }
    }
    guard let plant = test.plant, let telling = test.telling else { return }
    let isTold =
      switch telling {
      case .leaked: told.contains { $0.subject.contains(#/ leaked( \(\d+ instances\))?: /#) }
      case .failure: !told.isEmpty
      case .note: test.framework == .swiftTesting ? !told.isEmpty : told.isEmpty
      }
    isToldAsPlanted = isTold && hasEnded
    if !isTold {
      let instead = told.map { ":\n" + $0.text }.joined()
      problems.append("not told, planted \(plant): \(title)\(instead)")
    }
  }

  private static let valueOfTask = "kept alive by a task-local value of an unfinished Task"

  /// What was said of a suite, or of nothing: nothing is to be.
  init(ofNoTest message: Outcome.Message) {
    falseAlarms = 1
    problems = ["false alarm of no test:\n\(message.text)"]
  }
}
