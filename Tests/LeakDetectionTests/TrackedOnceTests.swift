import Testing

@testable import LeakDeciding
@testable import LeakHeapReading

/// An object is in a scope once, whoever else observes it.
@Suite struct TrackedOnceTests {
  private final class Guest {}

  private static func pointer(to guest: Guest) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(guest).toOpaque())
  }

  @Test func theFirstLabelStays() {
    let guests = (0..<5).map { _ in Guest() }
    let scope = LeakScope()
    let outer = LeakScope()
    outer.track(TrackedObject(guests[2], location: CodeLocation()))
    for (round, label) in ["first", "second"].enumerated() {
      for (index, guest) in guests.enumerated() {
        if (round + index) % 2 == 0 {
          scope.track(TrackedObject(guest, label: label, location: CodeLocation()))
        } else {
          scope.track(
            unretained: Self.pointer(to: guest), label: label, location: CodeLocation())
        }
      }
    }
    #expect(scope.tracked.map(\.label) == Array(repeating: "first", count: guests.count))
    #expect(
      scope.tracked.map(\.witness.pointer) == guests.map { Self.pointer(to: $0) })
    #expect(outer.tracked.count == 1)
    #expect(!scope.closeIfAllAreGone())
    withExtendedLifetime(guests) {}
  }

  @Test func allAreGoneWhereThereAreSome() {
    let scope = LeakScope()
    #expect(!scope.closeIfAllAreGone())
    var guest: Guest? = Guest()
    scope.track(TrackedObject(guest!, location: CodeLocation()))
    #expect(!scope.closeIfAllAreGone())
    guest = nil
    #expect(scope.closeIfAllAreGone())
  }

  /// What comes later is nobody's, or the check's around.
  @Test func nothingIsTrackedInAScopeThatIsClosed() {
    let guest = Guest()
    func track() -> LeakScope? {
      LeakScope.trackInCurrent(guest, label: nil, location: CodeLocation())
    }
    LeakScope.$current.withValue(nil) {
      let outer = LeakScope()
      outer.open {
        let scope = LeakScope()
        scope.open {
          #expect(track() === scope)
          #expect(scope.close().count == 1)
          #expect(track() === outer)
          #expect(outer.close().count == 1)
          #expect(track() == nil)
        }
        #expect(scope.tracked.count == 1)
      }
    }
  }

  @Test func manyThreadsTrackTheSame() async {
    let guests = (0..<100).map { _ in Guest() }
    let pointers = guests.map { UInt(bitPattern: Self.pointer(to: $0)) }
    let scope = LeakScope()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for pointer in pointers {
            scope.track(
              unretained: UnsafeRawPointer(bitPattern: pointer)!, label: nil,
              location: CodeLocation())
          }
        }
      }
    }
    #expect(Set(scope.tracked.map(\.witness.address)) == Set(pointers))
    #expect(scope.tracked.count == guests.count)
    withExtendedLifetime(guests) {}
  }
}
