import Foundation
import LeakHeapReading
import LeakHeapRecording
import LeakTesting
import TestOrder
import Testing

@testable import LeakDeciding

/// What a look alone tells is not searched for.
@Suite(.slow) struct SparedSearchTests {
  final class Node {
    var next: Node?
  }

  final class Shelf {
    let nodes: [Node]
    init(_ count: Int) { nodes = (0..<count).map { _ in Node() } }
  }

  @MainActor static var shelf: Shelf?

  /// A check of what `body` leaves behind.
  private static func check(_ body: () -> Void) throws -> CheckedObjects {
    let scope = try #require(AllocationScope(label: "spared"))
    scope.run(body)
    let others: Survivors = try #require(scope.end())
    return CheckedObjects(named: [], others: others, grace: .seconds(1))
  }

  private struct Course: Equatable {
    var left: Int
    var judgements: [Judgement]
    var hasSearched: Bool
  }

  private static func read(_ check: CheckedObjects) -> Course {
    let reader = HeapReader()
    reader.searchTime = .zero
    let reading = CheckReading.read([check], by: reader)[0]
    return Course(
      left: check.others?.count ?? 0, judgements: reading.groups.map(\.judgement),
      hasSearched: reader.searchTime > .zero)
  }

  @Test func `A proven leak is kept by no variable`() throws {
    nonisolated(unsafe) weak var first: Node?
    let check = try Self.check {
      let node = Node()
      node.next = Node()
      node.next?.next = node
      first = node
    }
    #expect(
      Self.read(check)
        == Course(
          left: 2, judgements: [.leaked(grade: .typedReference, isFinal: false)], hasSearched: false
        ))
    first?.next = nil
  }

  /// While others go one after the other, no look is one of a moment.
  @Test func `What goes during each look lets nothing be ignored`() throws {
    nonisolated(unsafe) var nodes: [Node] = []
    nonisolated(unsafe) var kept: Node?
    var check = try Self.check {
      nodes = (0..<1000).map { _ in Node() }
      kept = Node()
    }
    check.ignored = [.type("Player")]
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while nodes.popLast() != nil { usleep(20) }
      isOver.signal()
    }
    _ = CheckReading.settled(in: [check], by: HeapReader())
    #expect(check.others?.remain == true)
    isOver.wait()
    withExtendedLifetime(kept) {}
  }

  /// Where the process changes during each look, there is none.
  @Test func `What was not read is waited for, whatever is ignored`() throws {
    nonisolated(unsafe) var shelf: Shelf?
    var check = try Self.check { shelf = Shelf(1) }
    check.ignored = [.type("Player")]
    let unread = CheckReading(of: check)
    #expect(unread.settledOthers(of: check) == [0, 0])
    let read = CheckReading.lookAround([check], by: HeapReader())[0]
    #expect(read.settledOthers(of: check) == [0, 0])
    check.ignored = [.type("SparedSearchTests.Shelf")]
    let ignored = CheckReading.lookAround([check], by: HeapReader())[0]
    #expect(ignored.settledOthers(of: check) == [1, 1])
    withExtendedLifetime(shelf) {}
  }

  @MainActor @Test func `What a variable keeps is searched for, and forgotten`() throws {
    let check = try Self.check { Self.shelf = Shelf(0) }
    #expect(Self.read(check) == Course(left: 0, judgements: [], hasSearched: true))
    Self.shelf = nil
  }

  /// What transient roots alone keep.
  private static func transientCheck(_ count: Int) throws -> (
    transientRoot: Shelf, check: CheckedObjects
  ) {
    nonisolated(unsafe) var shelf: Shelf?
    var check = try check { shelf = Shelf(count) }
    let transientRoot = try #require(shelf)
    let address = UInt(bitPattern: ObjectIdentifier(transientRoot))
    check.others?.drop(at: [address])
    check.transientRoots = [address]
    return (transientRoot, check)
  }

  /// Too many for a first look; and more in one array than it reads.
  @Test(arguments: [CheckReading.mostOthersLookedAt + 1, 1500])
  func `Many objects that only the test case keeps are not waited for`(count: Int) throws {
    let (transientRoot, check) = try Self.transientCheck(count)
    let reader = HeapReader()
    #expect(CheckReading.settled(in: [check], by: reader) == [[]])
    #expect(check.othersRemain)
    CheckReading.dropTransientlyRetained(in: [check], by: reader)
    #expect(!check.othersRemain)
    withExtendedLifetime(transientRoot) {}
  }

  @Test func `Of many objects one that something else keeps as well is waited for`() throws {
    let (transientRoot, check) = try Self.transientCheck(CheckReading.mostOthersLookedAt + 1)
    let other = transientRoot.nodes[7]
    let reader = HeapReader()
    CheckReading.dropTransientlyRetained(in: [check], by: reader)
    #expect(check.others?.count == 1)
    #expect(check.othersRemain)
    withExtendedLifetime((transientRoot, other)) {}
  }

  @Test func `A few that only the test case keeps are forgotten at first`() throws {
    let (transientRoot, check) = try Self.transientCheck(3)
    #expect(CheckReading.settled(in: [check], by: HeapReader()) == [[]])
    #expect(!check.othersRemain)
    withExtendedLifetime(transientRoot) {}
  }
}
