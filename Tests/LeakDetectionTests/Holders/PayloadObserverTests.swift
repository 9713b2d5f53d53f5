import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakDeciding

/// Weak and unowned references in payloads of enumerations.
@Suite struct PayloadObserverTests {
  final class Screen {}
  struct WeakScreen { weak var screen: Screen? }

  enum Target {
    case screen(WeakScreen)
    case named(String)
    case number(Int)
    case share(Double)
  }

  final class Action {
    var target: Target
    init(_ target: Target) { self.target = target }
  }

  /// Words that are no reference, wherever they may lead.
  @Test(.slow, arguments: ["text", "number", "share"])
  func `A number or a text is not followed`(content: String) async {
    let target =
      switch content {
      case "text": Target.named("hello")
      case "number": Target.number(4096)
      default: Target.share(1)
      }
    let object = {
      let action = Action(target)
      return TrackedObject(
        Unmanaged.passRetained(action).takeUnretainedValue(), location: CodeLocation())
    }()
    let verdict = await LeakCheck.verdicts(on: [object], within: .milliseconds(50))[0]
    // By chance, a word may be left in memory of unknown use.
    if case .inconclusive = verdict { Issue.record("The verdict is \(verdict).") }
    if let action = object.retained(as: Action.self) { Unmanaged.passUnretained(action).release() }
  }

  struct Back { unowned let job: Job }
  enum Link {
    case strong(Job)
    case back(Back)
  }

  final class Job {
    var link: Link?
    func start() { link = .strong(self) }
  }

  final class Driver: @unchecked Sendable {
    weak var job: Job?
  }

  /// A strong reference is none of the unowned ones that the counts tell of, so that it does not stand for the weak one from outside.
  @Test(.timeLimit(.minutes(5)))
  func `Who may open a cycle is waited for`() async {
    let driver = Driver()
    let object = {
      let job = Job()
      job.start()
      driver.job = job
      return TrackedObject(job, location: CodeLocation())
    }()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(300)) {
      driver.job?.link = nil
    }
    let verdict = await LeakCheck.verdicts(on: [object], within: .seconds(30))[0]
    guard case .late = verdict else {
      Issue.record("The verdict is \(verdict).")
      return
    }
  }
}
