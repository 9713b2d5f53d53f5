#if os(Linux)
  import CFaultScenes
  import ChildProcess
  import Foundation
  import LeakHeapRecording
  import SeededRandom
  import TestOrder
  import Testing

  @testable import LeakHeapReading
  @testable import LeakHeapRoots
  @testable import LeakBase
  @testable import LeakSymbolication

  /// The guard's handler among the host's. Each scene is played with the guard and without it: the program must
  /// end the same way, by the same calls of the host's handlers, on the same stacks, with the same signals held back.
  ///
  /// In a process of their own, in which no other test holds a guard when it is forked.
  @Suite(.slow, .disabled(if: Sanitizer.isAny, "a sanitizer has handlers of its own"))
  struct FaultHandlerTests {
    /// Handlers before, while and after the guard is up, twice, and taken away.
    static let placements = [
      "", "B", "BE", "1", "1B", "1BE", "B1", "B1E", "BE1", "B1B", "B1EB", "B1EBE", "B1EBEB",
      "BB1EE", "1B2", "1B2E", "1B2EB", "1B2EBE", "12B", "12BE", "B1E2B", "B1EB2", "B1EB2EB",
      "B1B2B", "1Br", "1BrE", "1BErB", "B1r", "B1rE", "B1Er", "B1ErB", "B1ErBE", "1B2r", "1B2Er",
      "1B2ErB", "1B2EBr", "B1Er1B", "B1ErBE1rB",
    ]

    private static let flags: [CInt] = [
      SA_SIGINFO, SA_ONSTACK, CInt(bitPattern: UInt32(SA_NODEFER)),
      CInt(bitPattern: UInt32(SA_RESETHAND)),
    ]
    private static let manners = [FSC_ENDS, FSC_CALLS, FSC_PUTS_BACK, FSC_JUMPS]

    /// The handler of a number below 128.
    private static func handler(_ number: Int) -> fsc_handler {
      var set: CInt = 0
      for (index, flag) in flags.enumerated() where number >> (index + 3) & 1 == 1 { set |= flag }
      return fsc_handler(manner: manners[number & 3], flags: set, holds_back: number >> 2 & 1 == 1)
    }

    @Test(.aheadOfOthers) func theProgramEndsAsWithoutAGuard() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        var turn = 0
        for placement in Self.placements {
          // All faults, and all the kinds of handlers, take their turn in the placements.
          let faults = ["F", "U", "S", "K"]
          let step = Rounds.areLong ? 9 : Rounds.areAll ? 27 : 90
          for fault in Rounds.areAll ? faults : [faults[turn % 4]] {
            for number in stride(from: turn % step, to: 128, by: step) {
              let handlers = [Self.handler(number), Self.handler(127 - number ^ 3)]
              Self.compare(placement + fault, handlers)
            }
            turn += 1
          }
        }
        print("end")
      }
      #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "end\n")
    }

    /// Sequences that nobody thought of, with several faults.
    @Test(.aheadOfOthers) func theProgramEndsAsWithoutAGuardAtRandom() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        var random = SplitMix64(seed: 11)
        for _ in 0..<Rounds.of(2_000) {
          let steps = Self.steps(&random)
          let handlers = (0..<2).map { _ in Self.handler(Int.random(in: 0..<128, using: &random)) }
          Self.compare(steps, handlers)
        }
        print("end")
      }
      #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "end\n")
    }

    /// What the guard reads is gone, and comes back as 0, whatever the host has put up before; and what it has put up above, if
    /// that goes on to what it found.
    @Test(
      .aheadOfOthers,
      arguments: [
        ("BL", 1, 0), ("1BL", 1, 0), ("1B2EBL", 1, 0), ("B1EBL", 1, 0), ("B1BL", 1, 0),
        ("B1rL", 1, 0),
        ("1BrBL", 1, 0), ("B1EBE1EBL", 1, 0), ("B1L", 1, 1), ("1B2EB1L", 1, 1), ("B1EL", 1, 1),
        ("BLEBL1BELrL", 4, 0),
      ])
    func loadsComeBack(steps: String, loads: Int, calls: Int) async throws {
      try await HandedOver.handing(Way(steps: steps, loads: loads, calls: calls)) {
        await #expect(processExitsWith: .success) {
          let way = try HandedOver.take(Way.self)
          let handler = fsc_handler(manner: FSC_CALLS, flags: SA_SIGINFO, holds_back: false)
          var outcome = fsc_outcome()
          precondition(fsc_play(way.steps, [handler, handler], true, &outcome))
          precondition(outcome.status == 0)
          precondition(outcome.loads == way.loads && outcome.call_count == way.calls)
        }
      }
    }

    private struct Way: Codable {
      var steps: String
      var loads: Int
      var calls: Int
    }

    /// A handler that took the guard's for another's when it was put up again goes on to itself: it is called
    /// no more than once for each time.
    @Test(.aheadOfOthers, arguments: ["F", "U", "S", "K"])
    func aHandlerThatIsPutUpTwice(fault: String) async throws {
      try await HandedOver.handing(fault) {
        await #expect(processExitsWith: .success) {
          let fault = try HandedOver.take(String.self)
          for number in stride(from: 0, to: 32, by: Rounds.areAll ? 1 : 4) {
            var handler = Self.handler(number << 2)
            handler.manner = FSC_CALLS
            var outcome = fsc_outcome()
            for steps in ["1B1", "1B1E", "1B1EB", "1B1E1B1EB"] {
              precondition(fsc_play(steps + fault, [handler, handler], true, &outcome))
              let signal = fault == "F" || fault == "S" ? SIGSEGV : SIGBUS
              precondition(outcome.status & 127 == signal && (1...2).contains(outcome.call_count))
            }
          }
        }
      }
    }

    /// One thread's faults while another puts the guard up and away.
    @Test(.aheadOfOthers) func faultsMeanwhileAreTheHosts() async {
      await #expect(processExitsWith: .success) { precondition(fsc_race(Rounds.of(20_000)) == 0) }
    }

    /// The guard has sixteen handlers for each signal. Where the program has had more actions of its own, nothing is read above
    /// the others, and that is said; above one of the first, reading goes on.
    @Test(.aheadOfOthers) func tooManyActionsOfTheHosts() async {
      await #expect(processExitsWith: .success) {
        let object = NSObject()
        let place = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        let witness = ObjectWitness(object)
        precondition((try? HeapReader.shared.snapshot(from: place)) != nil)
        let executable = try Data(
          contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped)
        let bytes = executable.withUnsafeBytes { $0 }
        let table = SymbolTable(elf: bytes)!
        precondition(!table.functions(beginning: "main").isEmpty)
        precondition(HeapCensus.now() != nil)
        precondition(HeapReader.shared.kept(among: [witness.maskedAddress]) != nil)
        // What was there before the first of these took one handler.
        let up = fsc_fill(20)
        precondition(up == 1 << 20 | (1 << 15 - 1), String(up, radix: 2))
        do {
          _ = try HeapReader.shared.snapshot(from: place)
          preconditionFailure("read without a guard")
        } catch let error as HeapReadingError {
          precondition(
            error.reason
              == "the program has installed too many different handlers for SIGSEGV or SIGBUS")
        }
        precondition(SymbolTable(elf: bytes) == nil)
        precondition(table.functions(beginning: "main").isEmpty)
        precondition(HeapCensus.now() == nil)
        precondition(HeapReader.shared.kept(among: [witness.maskedAddress]) == nil)
        precondition(HeapReader.shared.addressed(among: [witness.maskedAddress])?.marks == nil)
        guard case .unknown? = HeapReader.shared.holders(of: [witness]).answers.first else {
          preconditionFailure("searched without a guard")
        }
        precondition(HeapReader.shared.instances(in: [object, object]).isEmpty)
        precondition(HeapReader.shared.instances(in: object) == [place])
        precondition(!HeapReader.shared.isObject(at: UInt(bitPattern: place)))
        _ = fsc_fill(1)
        precondition(HeapReader.shared.isObject(at: UInt(bitPattern: place)))
        precondition((try? HeapReader.shared.snapshot(from: place)) != nil)
        precondition(!table.functions(beginning: "main").isEmpty)
        precondition(HeapCensus.now() != nil)
        withExtendedLifetime((object, executable)) {}
      }
    }

    /// Where the program has had them before anything was read, nothing is compared with what is known of memory, nor recorded. As
    /// soon as a guard can be put up, the one is made up for.
    @Test(.aheadOfOthers) func tooManyActionsOfTheHostsAtFirst() async {
      await #expect(processExitsWith: .success) {
        let object = NSObject()
        let place = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        _ = fsc_fill(20)
        let reason = "the program has installed too many different handlers for SIGSEGV or SIGBUS"
        precondition(AllocationRecorder.availability == .off(because: reason))
        precondition(AllocationScope(label: "none") == nil)
        do {
          _ = try HeapReader.shared.snapshot(from: place)
          preconditionFailure("read without a guard")
        } catch let error as HeapReadingError {
          precondition(error.reason == reason)
        }
        _ = fsc_fill(1)
        precondition((try? HeapReader.shared.snapshot(from: place)) != nil)
        precondition(LayoutFeature.firstOff == nil)
        withExtendedLifetime(object) {}
      }
    }

    /// Another thread puts up actions while the guard is begun and ended: the last one stays.
    @Test(.aheadOfOthers) func actionsMeanwhileStay() async {
      await #expect(processExitsWith: .success) { precondition(fsc_replace(Rounds.of(3000)) == 0) }
    }

    private static func steps(_ random: inout SplitMix64) -> String {
      var steps = ""
      var up: [Character] = []
      var guards = 0
      for _ in 0..<Int.random(in: 2...9, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          steps.append("B")
          guards += 1
        case 2 where guards > 0:
          steps.append("E")
          guards -= 1
        case 3, 4:
          guard let new = ["1", "2"].filter({ !up.contains($0) }).randomElement(using: &random)
          else { continue }
          steps.append(new)
          up.append(new)
        case 5 where !up.isEmpty:
          steps.append("r")
          up.removeLast()
        case 6: steps.append("FUSK".randomElement(using: &random)!)
        default: continue
        }
      }
      return steps + String("FUSK".randomElement(using: &random)!)
    }

    private static func compare(_ steps: String, _ handlers: [fsc_handler]) {
      let bare = outcome(of: steps, handlers, isGuarded: false)
      let guarded = outcome(of: steps, handlers, isGuarded: true)
      if bare != guarded { print("\(steps) \(handlers): \(bare), guarded: \(guarded)") }
    }

    private static func outcome(
      of steps: String, _ handlers: [fsc_handler], isGuarded: Bool
    ) -> String {
      var outcome = fsc_outcome()
      precondition(fsc_play(steps, handlers, isGuarded, &outcome))
      let calls = withUnsafeBytes(of: &outcome.calls) {
        Array($0.bindMemory(to: fsc_call.self).prefix(outcome.call_count))
      }
      return
        "\(outcome.status) \(calls.map { "\($0.handler) \($0.number) \($0.is_on_other_stack) \($0.held_back)" })"
    }
  }
#endif
