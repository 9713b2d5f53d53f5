import LeakTesting
import Synchronization
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// The clock of a host that does what the test says.
@Suite(.leakFree) struct HostClockTests {
  private final class Host: Sendable {
    private struct State {
      var waiting: [@Sendable () -> Void] = []
      var rounds = 0
      var isBusy = true
      var activity: UInt64 = 0
      var sleeps = false
      var tasksAreBlocked = false
      var mainIsBlocked = false
    }

    private let state = Mutex(State())
    private let executors: [HostClock.Executor]

    init(executors: [HostClock.Executor] = [.tasks, .queues, .main], isBusy: Bool = true) {
      self.executors = executors
      state.withLock { $0.isBusy = isBusy }
    }

    /// How often something was submitted.
    var rounds: Int { state.withLock { $0.rounds } }

    /// Has a thread run for a moment.
    func goOn() { state.withLock { $0.activity += 1 } }

    /// Has a thread sleep for a set time, or no more.
    func set(sleeps: Bool) { state.withLock { $0.sleeps = sleeps } }

    func set(isBusy: Bool) { state.withLock { $0.isBusy = isBusy } }

    /// Has checks block all threads of the tasks.
    func blockTasks() { state.withLock { $0.tasksAreBlocked = true } }

    /// Has a check keep the main queue from running.
    func blockMain() { state.withLock { $0.mainIsBlocked = true } }

    /// Has what waits run, but for the last `rest` of it.
    func runAll(but rest: Int = 0) {
      let ready = state.withLock { state in
        let ready = state.waiting.dropLast(rest)
        state.waiting.removeFirst(ready.count)
        return ready
      }
      for hasRun in ready { hasRun() }
    }

    var probes: HostClock.Host {
      HostClock.Host(
        submit: { asked, hasRun in
          let executors = self.executors.filter(asked.contains)
          self.state.withLock { state in
            state.rounds += 1
            for executor in executors { state.waiting.append { hasRun(executor) } }
          }
          return Set(executors)
        },
        isBusy: { self.state.withLock { $0.isBusy } },
        activity: { self.state.withLock { $0.activity } },
        sleeps: { self.state.withLock { $0.sleeps } },
        tasksAreBlocked: { self.state.withLock { $0.tasksAreBlocked } },
        mainIsBlocked: { self.state.withLock { $0.mainIsBlocked } })
    }
  }

  @Test func `A round counts when all of it has run, as long as it took`() {
    let host = Host()
    var clock = HostClock(host.probes)
    clock.tick(at: .seconds(5))
    #expect(clock.elapsed == .zero)
    host.runAll(but: 1)
    clock.tick(at: .milliseconds(5004))
    #expect(clock.elapsed == .zero)
    #expect(clock.rounds == 0)
    host.runAll()
    clock.tick(at: .milliseconds(5010))
    #expect(clock.elapsed == .milliseconds(10))
    #expect(host.rounds == 2)
    #expect(clock.rounds == 1)
    host.runAll()
    clock.tick(at: .milliseconds(5013))
    #expect(clock.elapsed == .milliseconds(13))
  }

  @Test func `No round counts for more than the longest`() {
    let host = Host()
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    host.runAll()
    clock.tick(at: .seconds(7))
    #expect(clock.elapsed == HostClock.longestRound)
  }

  @Test func `A host without executors is never behind`() {
    let host = Host(executors: [])
    var clock = HostClock(host.probes)
    for time in 0...4 { clock.tick(at: .milliseconds(20 * time)) }
    #expect(clock.elapsed == .milliseconds(80))
  }

  @Test func `A probe that never runs stops the clock while the process is busy`() {
    let host = Host()
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    #expect(!clock.isBehindMainOnly(since: .zero))
    host.runAll(but: 1)
    for time in 1...1000 { clock.tick(at: .milliseconds(20 * time)) }
    #expect(clock.elapsed == .zero)
    #expect(clock.isBehindMainOnly(since: .zero))
    #expect(host.rounds == 1)
    // It goes on from the last time that it asked, at 19,980 ms.
    host.runAll()
    clock.tick(at: .milliseconds(20_002))
    #expect(clock.elapsed == .milliseconds(22))
    #expect(host.rounds == 2)
  }

  @Test func `A probe that never runs stops nothing where everything sleeps`() {
    let host = Host(isBusy: false)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    host.runAll(but: 1)
    clock.tick(at: .milliseconds(49))
    #expect(clock.elapsed == .zero)
    // At first it is not known whether anything has gone on meanwhile.
    clock.tick(at: .milliseconds(50))
    #expect(clock.elapsed == .microseconds(2500))
    // It is asked again after as long.
    clock.tick(at: .milliseconds(99))
    #expect(clock.elapsed == .microseconds(2500))
    clock.tick(at: .milliseconds(100))
    #expect(clock.elapsed == .microseconds(52_500))
    // Of a time in which nobody asked no more counts than that.
    clock.tick(at: .seconds(9))
    #expect(clock.elapsed == .microseconds(102_500))
  }

  @Test func `Little counts while the threads of the tasks are blocked`() {
    let host = Host(executors: [.tasks, .main], isBusy: false)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    for time in 1...20 { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.elapsed == .milliseconds(50))
    // They are blocked for good.
    clock.tick(at: .milliseconds(1050))
    #expect(clock.elapsed == .milliseconds(100))
    // Something has gone on.
    host.goOn()
    clock.tick(at: .milliseconds(1100))
    #expect(clock.elapsed == .microseconds(102_500))
    // The main queue alone may be one that nobody serves.
    host.runAll(but: 1)
    clock.tick(at: .milliseconds(1150))
    #expect(clock.elapsed == .microseconds(152_500))
  }

  @Test func `Little counts while threads sleep and wake up`() {
    let host = Host(isBusy: false)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    host.runAll(but: 1)
    for time in 1...40 {
      host.goOn()
      clock.tick(at: .milliseconds(50 * time))
    }
    #expect(clock.elapsed == .milliseconds(100))
    clock.tick(at: .milliseconds(2050))
    #expect(clock.elapsed == .milliseconds(150))
  }

  @Test func `All counts while checks block the threads of the tasks`() {
    let host = Host(executors: [.queues, .tasks, .main], isBusy: false)
    var clock = HostClock(host.probes)
    host.blockTasks()
    clock.tick(at: .zero)
    // The queues have not had their turn.
    host.goOn()
    clock.tick(at: .milliseconds(50))
    #expect(clock.elapsed == .microseconds(2500))
    host.runAll(but: 2)
    for time in 2...5 {
      host.goOn()
      clock.tick(at: .milliseconds(50 * time))
    }
    #expect(clock.elapsed == .microseconds(202_500))
    #expect(clock.count.blocked == .milliseconds(200))
    // What is running may be what is waited for.
    host.set(isBusy: true)
    clock.tick(at: .milliseconds(300))
    #expect(clock.elapsed == .microseconds(202_500))
  }

  @Test func `Little counts while a thread never stops and checks block the threads of the tasks`()
  {
    let host = Host(executors: [.queues, .tasks, .main])
    var clock = HostClock(host.probes)
    host.blockTasks()
    clock.tick(at: .zero)
    host.runAll(but: 2)
    for time in 1..<HostClock.mostAsked { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.elapsed == .zero)
    for time in 20...39 { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.count == HostClock.Count(elapsed: .milliseconds(50), blocked: .milliseconds(50)))
    // It has stopped, if only for a moment.
    host.set(isBusy: false)
    clock.tick(at: .milliseconds(2000))
    #expect(clock.elapsed == .milliseconds(100))
    host.set(isBusy: true)
    clock.tick(at: .milliseconds(2050))
    #expect(clock.elapsed == .milliseconds(100))
  }

  @Test func `All counts while a check keeps the main queue from running`() {
    let host = Host(isBusy: false)
    var clock = HostClock(host.probes)
    host.blockMain()
    clock.tick(at: .zero)
    // The others have not had their turn.
    host.goOn()
    clock.tick(at: .milliseconds(50))
    #expect(clock.elapsed == .microseconds(2500))
    host.runAll(but: 1)
    for time in 2...5 {
      host.goOn()
      clock.tick(at: .milliseconds(50 * time))
    }
    #expect(clock.elapsed == .microseconds(202_500))
    #expect(clock.count.mainBlocked == .milliseconds(200))
    #expect(clock.count.blocked == .zero)
  }

  @Test func `What both keep waiting is counted once`() {
    let host = Host(executors: [.queues, .tasks, .main], isBusy: false)
    var clock = HostClock(host.probes)
    host.blockTasks()
    host.blockMain()
    clock.tick(at: .zero)
    host.runAll(but: 1)
    for time in 1...4 {
      host.goOn()
      clock.tick(at: .milliseconds(50 * time))
    }
    #expect(
      clock.count
        == HostClock.Count(elapsed: .milliseconds(200), bothBlocked: .milliseconds(200)))
  }

  @Test func `What the process sleeps through counts, what it works through does not`() {
    let host = Host(isBusy: true)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    host.runAll(but: 1)
    clock.tick(at: .milliseconds(60))
    host.set(isBusy: false)
    clock.tick(at: .milliseconds(110))
    #expect(clock.elapsed == .milliseconds(50))
    host.set(isBusy: true)
    clock.tick(at: .milliseconds(160))
    #expect(clock.elapsed == .milliseconds(50))
  }

  @Test func `Little counts while the main queue has not run that has before`() {
    let host = Host(isBusy: false)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    host.runAll()
    clock.tick(at: .milliseconds(10))
    host.runAll(but: 1)
    for time in 1...20 { clock.tick(at: .milliseconds(10 + 50 * time)) }
    #expect(clock.elapsed == .milliseconds(60))
    // It is served no more.
    clock.tick(at: .milliseconds(1060))
    #expect(clock.elapsed == .milliseconds(110))
  }

  @Test func `Little counts for as long as a thread sleeps for a set time`() {
    let host = Host(executors: [.tasks], isBusy: false)
    host.set(sleeps: true)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    for time in 1...60 { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.elapsed == .milliseconds(150))
    host.set(sleeps: false)
    for time in 61...81 { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.elapsed == .microseconds(297_500))
  }

  @Test func `A thread that sleeps does not stop what nobody serves`() {
    let host = Host(executors: [.main], isBusy: false)
    host.set(sleeps: true)
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    for time in 1...5 { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.elapsed == .microseconds(202_500))
  }

  @Test func `The executors of other priorities are asked when somebody has waited for a while`() {
    let host = Host(executors: [.tasks, .otherPriorities])
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    host.runAll()
    clock.askAllPriorities()
    clock.tick(at: .milliseconds(10))
    host.runAll(but: 1)
    clock.tick(at: .milliseconds(900))
    #expect(clock.elapsed == .milliseconds(10))
    host.runAll()
    clock.tick(at: .milliseconds(905))
    #expect(clock.elapsed == .milliseconds(15))
    // One round asks them.
    host.runAll()
    clock.tick(at: .milliseconds(910))
    #expect(clock.elapsed == .milliseconds(20))
  }

  @Test func `Executors of other priorities that never run are asked no more before they have`() {
    let host = Host(executors: [.tasks, .otherPriorities])
    var clock = HostClock(host.probes)
    clock.askAllPriorities()
    clock.tick(at: .zero)
    host.runAll(but: 1)
    for time in 1...HostClock.mostAskedOfOthers { clock.tick(at: .milliseconds(50 * time)) }
    #expect(clock.elapsed == .zero)
    // The round is over without them, and so is the next one.
    clock.askAllPriorities()
    clock.tick(at: .milliseconds(30_010))
    #expect(clock.elapsed == .milliseconds(10))
    #expect(host.rounds == 2)
    host.runAll()
    clock.askAllPriorities()
    clock.tick(at: .milliseconds(30_020))
    #expect(clock.elapsed == .milliseconds(20))
    // They have run, late: they are asked again.
    host.runAll(but: 1)
    clock.tick(at: .milliseconds(30_030))
    #expect(clock.elapsed == .milliseconds(20))
  }

  @Test func `A clock that is stopped goes on from the next tick`() {
    let host = Host()
    var clock = HostClock(host.probes)
    clock.tick(at: .zero)
    clock.stop()
    clock.tick(at: .seconds(100))
    #expect(clock.elapsed == .zero)
    // What the round before had left does not count for this one.
    host.runAll(but: 3)
    clock.tick(at: .milliseconds(100_010))
    #expect(clock.elapsed == .zero)
    host.runAll()
    clock.tick(at: .milliseconds(100_015))
    #expect(clock.elapsed == .milliseconds(15))
  }
}
