import LeakTesting
import TestOrder
import Testing

/// Checks of everything that a body allocates.
@Suite(.leakFree) struct ExpectNoLeaksTests {
  @Test func whatGoesIsSilent() async {
    #expect(issues { expectNoLeaks { Radio.fixed() } } == [])
    #expect(await asyncIssues { await expectNoLeaks { Radio.fixed() } } == [])
    #expect(issues { expectNoLeaks {} } == [])
  }

  @Test func whatLeaksIsToldWithoutBeingNamed() async {
    #expect(issues { expectNoLeaks { Radio.leaking().onFinish?() } } == [.radioFound()])
    #expect(
      await asyncIssues {
        await expectNoLeaks {
          await Task.yield()
          Radio.leaking().onFinish?()
        }
      } == [.radioFound()])
  }

  @Test func whatIsNamedIsToldByItsName() {
    #expect(
      issues {
        expectNoLeaks {
          trackForLeaks(Radio.leaking(), label: "radio").onFinish?()
          _ = Radio.leaking()
        }
      } == [.radioLeaked("Radio \"radio\" and another Radio", count: 2)])
  }

  @Test func oneDefectIsToldOnce() {
    #expect(
      issues { expectNoLeaks { for _ in 0..<5 { _ = Radio.leaking() } } }
        == [.radioFound(count: 5)])
  }

  @Test func innermostScopeCounts() {
    var inner: [String] = []
    let outer = issues {
      expectNoLeaks { inner = issues { expectNoLeaks { _ = Radio.leaking() } } }
    }
    #expect(inner == [.radioFound()])
    #expect(outer == [])
  }

  @Test func whatACheckInsideHasToldIsNotToldAgain() {
    var inner: [String] = []
    let outer = issues {
      expectNoLeaks { inner = issues { expectDeallocated { Radio.leaking() } } }
    }
    #expect(inner == [.radioLeaked()])
    #expect(outer == [])
  }

  /// The closure keeps itself, and the radio: one cycle, which the check inside tells.
  @Test func theCycleThatKeepsWhatACheckInsideHasToldIsNotToldAgain() {
    func play(on radio: Radio) -> Radio {
      var next: (() -> Void)!
      var rest = 2
      next = {
        radio.onFinish?()
        rest -= 1
        if rest > 0 { next() }
      }
      next()
      return radio
    }
    var inner: [String] = []
    let outer = issues {
      expectNoLeaks { inner = issues { expectDeallocated { play(on: Radio.fixed()) } } }
    }
    #expect(inner.count == 1)
    #expect(outer == [])
  }

  private final class Pump {
    private let end: AsyncStream<Int>.Continuation
    init() {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      end = continuation
      Task.detached { for await _ in stream {} }
    }
    deinit { end.finish() }
  }

  private final class Owner {
    private let pump = Pump()
    private var onEnd: (() -> Void)?
    func start() { onEnd = { _ = self } }
  }

  /// The stream's reader ends when the owner has gone: one leak.
  @Test func whatEndsWithTheLeakIsNotToldBesideIt() async {
    let told = await asyncIssues {
      await expectNoLeaks {
        Owner().start()
        // The reader comes to where it waits.
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("ExpectNoLeaksTests.Owner leaked: ") == true)
  }

  @Test func whatIsIgnoredIsSilent() {
    #expect(
      issues { expectNoLeaks(ignoring: [.type("Radio")]) { _ = Radio.leaking() } } == [])
    #expect(
      issues { expectNoLeaks(ignoring: [.fingerprint("E607bb5e")]) { _ = Radio.leaking() } } == [])
    #expect(
      issues { expectNoLeaks(ignoring: [.module("LeakTestingTests")]) { _ = Radio.leaking() } }
        == [])
    #expect(
      issues { expectNoLeaks(ignoring: [.type("Panel")]) { _ = Radio.leaking() } }
        == [.radioFound()])
  }

  @Test(
    arguments: [
      (.type(""), ".type(\"\") names no type. Write the name as a report shows it."),
      (.module(" "), ".module(\" \") names no module. Write the name that the code imports it by."),
      (
        .holder(""),
        ".holder(\"\") names no place. Write it as the first line of a report's drawing shows it."
      ),
      (
        .edge(from: "", to: "Radio"),
        ".edge(from: \"\", to: \"Radio\") names no reference. Write both types as a report shows them."
      ),
      (
        .edge(from: "Radio", to: ""),
        ".edge(from: \"Radio\", to: \"\") names no reference. Write both types as a report shows them."
      ),
      (
        .fingerprint("e607bb5g"),
        ".fingerprint(\"e607bb5g\") is not a fingerprint: it must be the eight hexadecimal digits at the end of a report."
      ),
    ] as [(IgnoredLeak, String)])
  func nameThatIsNoneIsAMistake(ignored: IgnoredLeak, mistake: String) {
    #expect(
      issues { expectNoLeaks(ignoring: [ignored]) { _ = Radio.fixed() } }
        == ["ignoring: \(mistake)"])
  }

  @Test func whatAStaticKeepsIsNoLeak() {
    #expect(issues { expectNoLeaks(within: .seconds(600)) { Shelf.fill() } } == [])
  }

  @Test func bodyThatThrows() async {
    #expect(
      issues {
        try expectNoLeaks {
          _ = Radio.leaking()
          throw Jam()
        }
      } == [.radioFound(), "threw Jam()"])
    #expect(
      await asyncIssues {
        try await expectNoLeaks {
          _ = Radio.leaking()
          throw Jam()
        }
      } == [.radioFound(), "threw Jam()"])
  }

  /// The method that keeps the object is the toolchain's: nobody can make a closure of it.
  @Test(.ofLibrarySymbols) func aStreamThatNobodyFinishes() {
    final class Feed: Sendable {
      let feeds: AsyncStream<Feed>

      init() {
        let (feeds, continuation) = AsyncStream<Feed>.makeStream()
        self.feeds = feeds
        continuation.yield(self)
      }
    }
    let line = #line + 1
    let found = issues { expectNoLeaks { _ = Feed() } }
    #expect(
      found == [
        """
        ExpectNoLeaksTests.Feed leaked: a method stored in AsyncStream.init(_:bufferingPolicy:_:) probably captures ExpectNoLeaksTests.Feed strongly
        1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ExpectNoLeaksTests.Feed
          │    .feeds.context
          │    a method stored in AsyncStream.init(_:bufferingPolicy:_:)
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures ExpectNoLeaksTests.Feed strongly
          ╰─ ExpectNoLeaksTests.Feed

          Call finish() on the stream's continuation when nothing more comes, and read the rest: until then the stream keeps onTermination, who reads it, and what it has to give.
          created in closure #1 in closure #1 in ExpectNoLeaksTests.aStreamThatNobodyFinishes(), ExpectNoLeaksTests.swift:\(line)
          pattern unfinished-stream (swift run leakcases show concurrency/async-stream-continuation)
          fingerprint acf69b4e
        """
      ])
  }

  @Test func whatAnErrorInFlightKeepsIsNoLeak() {
    struct Broken: Error, CustomStringConvertible {
      nonisolated(unsafe) let radio: Radio
      var description: String { "Broken" }
    }
    #expect(
      issues { try expectNoLeaks { throw Broken(radio: Radio.fixed()) } } == ["threw Broken"])
  }

  @Test func growth() async {
    #expect(issues { expectNoGrowth { _ = Radio.fixed() } } == [])
    #expect(await asyncIssues { await expectNoGrowth { _ = Radio.fixed() } } == [])
    var runs = 0
    let everySecond = issues {
      expectNoGrowth(iterations: 4, warmUp: 0) {
        runs += 1
        _ = runs.isMultiple(of: 2) ? Radio.leaking() : Radio.fixed()
      }
    }
    #expect(runs == 4)
    #expect(
      everySecond == [
        """
        Radio grew from 0 to 2 live instances over 4 iterations.

          warm-up  0
                1  0
                2  1 █
                3  1 █
                4  2 ██

          One of them:

        \(String.radioFound().indented)
        """
      ])
  }

  /// The cache was made in the first iteration, and what keeps it keeps all that is in it.
  @Test func growthInACacheTellsOfWhatGrows() {
    let found = issues { expectNoGrowth { Jukebox.shared.records.append(Record()) } }
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        """
          One of them:

          Record is cached: 1 instance is kept alive by static Jukebox.shared
        """) == true, "\(found)")
  }

  @Test(arguments: [(0, "0 iterations"), (1, "1 iteration"), (3, "3 iterations")])
  func growthThatCannotBeTold(iterations: Int, text: String) {
    #expect(
      issues { expectNoGrowth(iterations: iterations) { Radio.fixed() } } == [
        """
        expectNoGrowth cannot tell growth from \(text) and a warm-up of 2: it takes at least 4 iterations, \
        and a warm-up of 0 or more.
        """
      ])
  }
}

/// A singleton that grows.
private final class Jukebox {
  nonisolated(unsafe) static let shared = Jukebox()
  var records: [Record] = []
}

private final class Record {}

/// Keeps what it is given.
enum Shelf {
  nonisolated(unsafe) private static var radios: [Radio] = []
  static func fill() { radios.append(Radio.leaking()) }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
  }
}
