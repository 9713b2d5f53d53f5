import LeakTesting
import Observation
import TestOrder
import Testing

/// Closures that are in variables of a task's functions, where these wait.
@Suite(.disabled(if: isOptimized, "lines and variables are those of an unoptimised build"))
struct FrameClosureTests {
  private static func report(of make: @Sendable () async -> AnyObject) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { await make() }
    return report.leaks.flatMap { leak in
      leak.path?.cuts.map { "\(leak.headline)\n\($0.advice)" } ?? []
    }
  }

  private final class Feed: @unchecked Sendable {
    static let line = #line + 14
    var task: Task<Void, Never>?
    var count = 0
    let (changes, change) = AsyncStream<Int>.makeStream()

    func start() {
      task = Task { [weak self] in
        guard let add = self?.adder(step: 2), let changes = self?.changes else { return }
        for await _ in changes { add() }
      }
    }

    /// A closure with more than one capture has them in a context of its own.
    func adder(step: Int) -> @Sendable () -> Void {
      {
        self.count += step
      }
    }
  }

  @Test func aClosureThatAMethodMadeHasItsName() async {
    let report = await Self.report {
      let feed = Feed()
      feed.start()
      while feed.count == 0 {
        feed.change.yield(1)
        await Task.yield()
      }
      return feed
    }
    #expect(
      report == [
        """
        FrameClosureTests.Feed leaked: closure #1 in FrameClosureTests.Feed.adder(step:) \
        (FrameClosureTests.swift:\(Feed.line)) probably captures self strongly
        Try [weak self] in the closure at FrameClosureTests.swift:\(Feed.line). Or end what it waits for (cancel() the task, if that ends \
        it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.
        """
      ])
  }

  private final class Account: @unchecked Sendable {
    static let line = #line + 8
    let model = Model()
    var seen: [Int] = []

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @MainActor func start() {
      Task { [weak self] in
        guard let self else { return }
        for await count in Observations({ self.model.count }) { seen.append(count) }
      }
    }
  }

  @Observable fileprivate final class Model {
    var count = 0
  }

  /// The function of the task has the object as well.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anObservationIsToldByItsClosure() async {
    let report = await Self.report {
      let account = Account()
      await account.start()
      while account.seen.isEmpty { await Task.yield() }
      return account
    }
    #expect(
      report == [
        """
        FrameClosureTests.Account leaked: closure #1 in closure #1 in FrameClosureTests.Account.start() \
        (FrameClosureTests.swift:\(Account.line)) probably captures self strongly
        Try [weak self] in the closure at FrameClosureTests.swift:\(Account.line). A guard let self above an await keeps it as well, and \
        so does a method of self that awaits. The closure around it says [weak self] at line \(Account.line - 2), but unwraps it: self \
        is strong again in here. Decide what it returns when self has gone.
        """
      ])
  }
}
