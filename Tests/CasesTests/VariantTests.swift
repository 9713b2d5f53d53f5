import ChildProcess
import LeakCatalogue
import LeakTesting
import LeakTestingCases
import SeededRandom
import Testing

/// One variant of the catalogue, named in the test's output by its id.
struct CatalogueVariant: Sendable, CustomTestStringConvertible {
  let id: String
  let variant: Variant

  var testDescription: String { id }

  /// Whether the report names what holds the object: it is searched for in the whole process, and so is told for
  /// certain where nothing else runs.
  private var namesHolder: Bool {
    switch variant.expectation {
    case .held, .late(_, report: .some): true
    default: false
    }
  }

  /// Whether it gives handlers to pipes: where several threads do that and take them away, libdispatch now and then reads a record of
  /// events that it has freed (issue 949 of swift-corelibs-libdispatch).
  private var readsPipes: Bool { id.hasPrefix(ReadabilityHandler.id) }

  private static let all = catalogue.everything.flatMap { entry in
    entry.variants.map { CatalogueVariant(id: entry.id(of: $0), variant: $0) }
  }

  /// One in six of those that need no process of their own; all where slow tests are played.
  static let others = all.filter { !$0.namesHolder && !$0.readsPipes }.enumerated()
    .filter { Rounds.haveSlowTests || $0.offset % 6 == 0 }.map(\.element)
  private static let needingProcesses = all.filter { $0.namesHolder || $0.readsPipes }

  /// Those that need one, in as many groups as processes run at a time: one in three, all where all rounds are played.
  /// `swift run leakcases` has them all.
  static let groupsNeedingProcesses = (0..<4).map { group in
    let one = needingProcesses.enumerated().filter { $0.offset % 4 == group }.map(\.element.id)
    return Rounds.areAll ? one : one.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
  }
}

/// Every variant of the catalogue, run for real; a few at a time, as most of them wait for something.
///
/// What a leaking variant made is gone when its runner has severed it. On Linux a `Timer` never lets go of its block,
/// nor of what that captured, and a cache never of its entries. An animator that is to start in a second is there until
/// then.
@Suite(
  .leakFree(
    within: .seconds(3),
    ignoring: [
      .type("TimerAction"), .type("StoredTimerAndTarget.StrongTarget"),
      .type("StoredTimerAndTarget.WeakTarget"), .type("NSCacheEntry"),
    ]))
struct VariantTests {
  private static let turnstile = Turnstile(places: 48)

  @Test(arguments: CatalogueVariant.others)
  func isAsExpected(_ entry: CatalogueVariant) async {
    let result = await Self.turnstile.pass {
      var result = await CaseRunner().run(entry.variant, id: entry.id)
      // Where the machine is busy, the first look may be later than what is late: hardly three times.
      for _ in 0..<2 where result.isGoneAlthoughLate {
        result = await CaseRunner().run(entry.variant, id: entry.id)
      }
      return result
    }
    // What varies from run to run is how late an object is, which the runner compares.
    if case .late = result.expectation {
      #expect(result.outcome.kind == "late")
    } else if case .crashes(let message) = result.expectation {
      #expect(result.outcome.text == RuntimeMessage(message).text)
    } else {
      let observed = result.outcome.text.trimmed
      let expected = result.expectation.text.trimmed
      #if DEBUG
        #expect(observed == expected)
      #else
        // Of some closures in optimised code only the function around has a line.
        #expect(observed.says(expected))
      #endif
    }
    #expect(result.failure == nil)
  }

  @Test(arguments: CatalogueVariant.groupsNeedingProcesses)
  func areAsExpectedInAProcessOfTheirOwn(_ ids: [String]) async throws {
    #expect(ids.count > (Rounds.areAll ? 5 : 2))
    let run = try await ChildProcess(product: "leakcases", ["run"] + ids).run()
    #expect(run.status == .exitCode(0), "\(run.output)")
    #expect(run.output.hasSuffix(", \(ids.count) variants: \(ids.count) passed, 0 failed\n"))
    #expect(run.errors == "")
  }
}

extension VariantResult {
  /// Whether an object that is to be late was gone when it was looked at first.
  fileprivate var isGoneAlthoughLate: Bool {
    if case .late = expectation { outcome.kind == "deinitialized" } else { false }
  }
}
