#if !canImport(ObjectiveC)
  import LeakTesting
  import Testing

  /// What a thrown error refers to goes with it, also where it is named.
  @Suite struct ThrownObjectTests {
    /// Unoptimised code of Swift 6.2 retains an error that it has caught once more.
    private static let errorsStay: Bool = {
      #if compiler(>=6.3)
        false
      #else
        true
      #endif
    }()

    private struct Refused: Error, CustomStringConvertible {
      nonisolated(unsafe) let radio: Radio
      var description: String { "Refused" }
    }

    /// Uses its radio, and throws that.
    @inline(never) private static func refuse(_ radio: Radio) throws {
      if radio.plays == 0 { throw Refused(radio: radio) }
    }

    /// Nobody waits for it: the test would not end.
    @Test(.disabled(if: errorsStay, "more than the check has the error"))
    func `Only the error keeps it`() async {
      let within = Duration.seconds(600)
      #expect(
        issues {
          try expectDeallocated(within: within) { try Self.refuse(trackForLeaks(Radio.fixed())) }
        } == ["threw Refused"])
      #expect(
        issues {
          try expectDeallocated(within: within) {
            Radio.fixed()
          } after: {
            try Self.refuse($0)
          }
        } == ["threw Refused"])
      #expect(
        issues {
          try expectNoLeaks(within: within) { try Self.refuse(trackForLeaks(Radio.fixed())) }
        } == ["threw Refused"])
      #expect(
        issues {
          try expectNoGrowth(within: within) { try Self.refuse(trackForLeaks(Radio.fixed())) }
        } == ["threw Refused"])
      #expect(
        await asyncIssues {
          try await expectDeallocated(within: within) {
            await Task.yield()
            try Self.refuse(trackForLeaks(Radio.fixed()))
          }
        } == ["threw Refused"])
      #expect(
        await asyncIssues {
          try await expectDeallocated(within: within, after: .timer(for: .milliseconds(1))) {
            try Self.refuse(trackForLeaks(Radio.fixed()))
          }
        } == ["threw Refused"])
    }

    /// The inner check lets it pass, and the outer one as well.
    @Test(.disabled(if: errorsStay, "more than the check has the error"))
    func `Through two checks`() {
      #expect(
        issues {
          try expectNoLeaks(within: .seconds(600)) {
            try expectDeallocated(within: .seconds(600)) {
              try Self.refuse(trackForLeaks(Radio.fixed()))
            }
          }
        } == ["threw Refused"])
    }

    @Test(.disabled(if: errorsStay, "more than the check has the error"))
    func `A cycle stays when the error has gone`() async {
      let told: [String] = [.radioLeaked(), "threw Refused"]
      #expect(
        issues {
          try expectDeallocated(within: .milliseconds(10)) {
            try Self.refuse(trackForLeaks(Radio.leaking()))
          }
        } == told)
      #expect(
        await asyncIssues {
          try await expectDeallocated(within: .milliseconds(10)) {
            try Self.refuse(trackForLeaks(Radio.leaking()))
          }
        } == told)
    }

    private final class Stubborn {
      var error: (any Error)?
      func refuse() throws {
        let error = Sulk(of: self)
        self.error = error
        throw self.error ?? error
      }
    }

    private struct Sulk: Error {
      nonisolated(unsafe) let of: Stubborn
    }

    /// The object has kept the error that refers to it.
    @Test(.disabled(if: errorsStay, "more than the check has the error"))
    func `A cycle through the error stays as well`() {
      weak var stubborn: Stubborn?
      let told = issues {
        try expectDeallocated(within: .milliseconds(10)) {
          let new = trackForLeaks(Stubborn())
          stubborn = new
          try new.refuse()
        }
      }
      stubborn?.error = nil
      #expect(told.count == 2)
      #expect(told.first?.hasPrefix("ThrownObjectTests.Stubborn leaked: ") == true, "\(told)")
    }

    nonisolated(unsafe) private static var kept: Radio?
    nonisolated(unsafe) private static var keptError: (any Error)?

    @Test func `Another holder is told`() {
      let told = issues {
        try expectDeallocated(within: .milliseconds(10)) {
          let radio = trackForLeaks(Radio.fixed())
          Self.kept = radio
          try Self.refuse(radio)
        }
      }
      Self.kept = nil
      #expect(told.count == 2)
      #expect(told.first?.contains("ThrownObjectTests.kept") == true, "\(told)")
    }

    @Test func `Who has the error as well is told`() {
      let told = issues {
        try expectDeallocated(within: .milliseconds(10)) {
          do {
            try Self.refuse(trackForLeaks(Radio.fixed()))
          } catch {
            Self.keptError = error
            throw error
          }
        }
      }
      Self.keptError = nil
      #expect(told.count == 2)
      #expect(told.first?.contains("ThrownObjectTests.keptError") == true, "\(told)")
    }
  }
#endif
