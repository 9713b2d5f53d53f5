import LeakHeapModel
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What is told of an object that is in a component, and on none of the cycles that are told of that.
@Suite(.leakFree) struct ComponentMemberTests {
  /// Two objects that keep each other, and a task that one of them keeps, whose function has a third, which leads back.
  private static var heap: (sketch: HeapSketch, owner: Int, member: Int) {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Shelf")
    let part = heap.instance("Shop.Box")
    let task = heap.object(.task, "Task")
    let member = heap.instance("Shop.Customer")
    heap.refer(owner, to: part, .property("box"))
    heap.refer(part, to: owner, .property("shelf", canBeWeak: true))
    heap.refer(owner, to: task, .property("visit._task"))
    heap.refer(task, to: member, .frame, confidence: .conservative)
    heap.refer(member, to: owner, .property("shelf"))
    return (heap, owner, member)
  }

  @Test func `That it is no part of the cycle`() throws {
    let (heap, owner, member) = Self.heap
    let explainer = LookExplainer(HeapLook(heap.evidence()))
    let own = try #require(explainer.path(toLeakAt: owner, isProven: false))
    #expect(own.approach == nil)
    let path = try #require(explainer.path(toLeakAt: member, isProven: false))
    #expect(path.steps == own.steps)
    #expect(path.approach?.steps.map(\.property?.path) == ["visit", "frame"])
  }

  /// The way to it begins in a task on the cycle, which has no step of the program's.
  @Test func `That it is none where there is no way to draw`() throws {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Shelf")
    let task = heap.object(.task, "Task")
    let member = heap.instance("Shop.Customer")
    heap.refer(owner, to: task, .property("visit._task"))
    heap.refer(task, to: owner, .content("value"))
    heap.refer(task, to: member, .frame, confidence: .conservative)
    heap.refer(member, to: owner, .property("shelf"))
    let explainer = LookExplainer(HeapLook(heap.evidence()))
    let path = try #require(explainer.path(toLeakAt: member, isProven: false))
    #expect(path.approach == RetainPath.Approach(start: "Shop.Shelf", steps: []))
  }

  /// Its component was asked for before, as seen from it.
  @Test func `What is told of the component is not told of it`() throws {
    let (heap, _, member) = Self.heap
    let look = HeapLook(heap.evidence())
    let explainer = LookExplainer(look)
    let component = look.condensation.component(of: member)
    let whole = try #require(explainer.path(through: component, isProven: false, from: member))
    #expect(whole.path.approach == nil)
    let path = try #require(explainer.path(toLeakAt: member, isProven: false))
    #expect(path.approach != nil)
  }
}
