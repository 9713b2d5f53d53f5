import TestOrder
import Testing

@testable import LeakHeapReading
@testable import LeakHeapRoots

/// One answer for many objects whose ways are told alike.
@Suite(.slow, .disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
struct AlikeAnswersTests {
  private class Guest {}
  private final class Friend: Guest {}

  private final class House {
    let guests: [Guest]
    let friends: [Guest]

    init(guests: [Guest], friends: [Guest]) {
      self.guests = guests
      self.friends = friends
    }
  }

  /// How many of the guests of each kind have one answer.
  private static func counts(
    groups: (Int) -> [Int]
  ) -> (paths: [Int], others: Int) {
    let house = House(
      guests: (0..<90).map { $0.isMultiple(of: 3) ? Friend() : Guest() },
      friends: (0..<20).map { _ in Friend() })
    let witnesses = (house.guests + house.friends).map { ObjectWitness($0) }
    var search = RootSearch()
    search.groups = groups(witnesses.count)
    let answers = withExtendedLifetime(house) {
      HeapReader().holders(of: witnesses, search: search).answers
    }
    var counts: [ObjectIdentifier: Int] = [:]
    for case .held(let path) in answers { counts[ObjectIdentifier(path), default: 0] += 1 }
    return (counts.values.sorted(), answers.count - counts.values.reduce(0, +))
  }

  @Test func `Elements of one type in one collection have one answer`() {
    #expect(Self.counts { _ in [] } == ([20, 30, 60], 0))
  }

  @Test func `Objects of different groups have answers of their own`() {
    #expect(Self.counts { Array(0..<$0) } == (Array(repeating: 1, count: 110), 0))
  }
}
