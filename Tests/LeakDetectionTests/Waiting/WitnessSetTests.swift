import LeakHeapReading
import Testing

@testable import LeakDeciding

@Suite struct WitnessSetTests {
  private final class Guest {}

  @Test func `Those that have gone are forgotten before long`() {
    var set = WitnessSet()
    let kept = (0..<10).map { _ in Guest() }
    set.insert(kept.map(ObjectWitness.init))
    for _ in 0..<1000 { set.insert([ObjectWitness(Guest())]) }
    #expect(set.count <= 2 * (kept.count + 1))
    #expect(Set(set.living.map(\.address)) == Set(kept.map(Self.address)))
    #expect(set.count == kept.count)
  }

  @Test func `Those that stay are not`() {
    var set = WitnessSet()
    let kept = (0..<1000).map { _ in Guest() }
    for guest in kept { set.insert([ObjectWitness(guest)]) }
    #expect(Set(set.living.map(\.address)) == Set(kept.map(Self.address)))
    set.remove(kept.dropFirst().map(ObjectWitness.init))
    #expect(set.living.map(\.address) == [Self.address(kept[0])])
  }

  private static func address(_ guest: Guest) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(guest).toOpaque())
  }
}
