import LeakHeapModel
import Testing

@testable import LeakHeapReading

/// Limits of a walk: what is beyond them is told.
@Suite struct LimitTests {
  private func snapshot(of list: Link, _ change: (inout ReadingLimits) -> Void) throws
    -> HeapSnapshot
  {
    var limits = ReadingLimits()
    change(&limits)
    return try HeapReader.shared.snapshot(
      from: Unmanaged.passUnretained(list).toOpaque(), limits: limits)
  }

  private func list(_ count: Int) -> Link {
    var first = Link()
    for _ in 1..<count {
      let link = Link()
      link.next = first
      first = link
    }
    return first
  }

  @Test func objects() throws {
    let list = list(20)
    try withExtendedLifetime(list) {
      let all = try snapshot(of: list) { $0.objects = 21 }
      #expect(all.graph.objects.count == 20)
      #expect(all.unread == [])
      let some = try snapshot(of: list) { $0.objects = 7 }
      #expect(some.graph.objects.count == 7)
      #expect(some.unread == ["more than 7 objects: the rest was not read"])
      #expect(some.changes.isEmpty)
    }
  }

  @Test func references() throws {
    let list = list(20)
    try withExtendedLifetime(list) {
      let some = try snapshot(of: list) { $0.references = 5 }
      #expect(some.graph.references.count == 5)
      #expect(some.unread == ["more than 5 references: the rest was not read"])
    }
  }

  @Test func time() throws {
    let list = list(5000)
    try withExtendedLifetime(list) {
      let some = try snapshot(of: list) { $0.time = .zero }
      #expect(some.graph.objects.count == 4096)
      #expect(some.unread == ["more than 0.0 seconds of reading: the rest was not read"])
    }
    // A long list would be released by as many nested calls.
    var rest: Link? = list
    while let link = rest { (rest, link.next) = (link.next, nil) }
  }

  @Test func enumerations() throws {
    let list = list(1)
    list.choice = .second(list, 1)
    defer { list.choice = .none }
    let some = try snapshot(of: list) { $0.enumBytes = 8 }
    #expect(some.graph.references.count == 0)
    #expect(some.unread == ["an enumeration of more than 8 bytes"])
    #expect(try snapshot(of: list) { _ in }.graph.references.count == 1)
  }
}

private final class Link {
  enum Choice {
    case none
    case first(Link)
    case second(Link, Int)
  }

  var next: Link?
  var choice = Choice.none
}
