import Testing

/// What cannot be told from memory that nobody owns: the retain that remains unexplained says so.
struct UnreadKindTests {
  @Test("kinds: unread", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  private static let oneOwnerUnknown = Reading(
    nil, unexplained: ["Hoarder has 2 retains, 1 were found"])

  @KindList static var kinds: [Kind] {
    Kind("memory of UnsafeMutablePointer", [oneOwnerUnknown]) {
      try read(Hoarder.self) { hoarder in
        let pointer = UnsafeMutablePointer<Hoarder>.allocate(capacity: 1)
        pointer.initialize(to: hoarder)
        hoarder.pointer = pointer
      }
    }
    Kind("Unmanaged.passRetained", [oneOwnerUnknown]) {
      try read(Hoarder.self) { $0.retained = Unmanaged.passRetained($0) }
    }
    Kind("Unmanaged.passUnretained", in: Hoarder.self, twin: "Hoarder -.strong-> Hoarder") {
      $0.unretained = Unmanaged.passUnretained($0)
    } strong: {
      $0.unretained = Unmanaged.passUnretained($0)
      $0.strong = $0
    }
  }
}

// MARK: - Fixtures

private final class Hoarder: Fixture {
  var pointer: UnsafeMutablePointer<Hoarder>?
  var retained: Unmanaged<Hoarder>?
  var unretained: Unmanaged<Hoarder>?
  var strong: Hoarder?

  func sever() {
    pointer?.deinitialize(count: 1)
    pointer?.deallocate()
    retained?.release()
    (pointer, retained, unretained, strong) = (nil, nil, nil, nil)
  }
}
