import Testing

/// What cannot be told from memory that nobody owns: the retain that remains unexplained says so.
struct UnreadKindTests {
  private func expectOneOwnerUnknown(
    sourceLocation: SourceLocation = #_sourceLocation, wire: (Hoarder) -> Void
  ) throws {
    #expect(
      try read(Hoarder.self, wire: wire)
        == Reading(path: nil, unread: [], unexplained: ["Hoarder has 2 retains, 1 were found"]),
      sourceLocation: sourceLocation)
  }

  @Test func memoryOwnedByHand() throws {
    try expectOneOwnerUnknown { hoarder in
      let pointer = UnsafeMutablePointer<Hoarder>.allocate(capacity: 1)
      pointer.initialize(to: hoarder)
      hoarder.pointer = pointer
    }
  }

  @Test func retainsByHand() throws {
    try expectOneOwnerUnknown { hoarder in hoarder.retained = Unmanaged.passRetained(hoarder) }
  }

  @Test func memoryThatOwnsNothing() throws {
    try expectCycle(through: Hoarder.self, nil) { hoarder in
      hoarder.unretained = Unmanaged.passUnretained(hoarder)
    }
  }
}

// MARK: - Fixtures

private final class Hoarder: Fixture {
  var pointer: UnsafeMutablePointer<Hoarder>?
  var retained: Unmanaged<Hoarder>?
  var unretained: Unmanaged<Hoarder>?

  func sever() {
    pointer?.deinitialize(count: 1)
    pointer?.deallocate()
    retained?.release()
    (pointer, retained, unretained) = (nil, nil, nil)
  }
}
