import Foundation
import LeakHeapModel
import LeakSymbolication
import Testing

@testable import LeakExplaining

/// A remedy says what is to be done, to what and where; the advice is its sentence.
@Suite struct RemedyTests {
  private static func remedy(_ heap: HeapSketch) -> [String?] {
    let path = heap.path()
    return [
      path?.remedy?.action.rawValue, path?.remedy?.subject, path?.remedy?.place?.description,
      path?.advice,
    ]
  }

  /// A ring of a class with a property.
  private static func property(_ label: ReferenceLabel) -> HeapSketch {
    var heap = HeapSketch()
    let menu = heap.instance("Shop.Menu")
    heap.refer(menu, to: menu, label)
    return heap
  }

  @Test func properties() {
    #expect(
      Self.remedy(Self.property(.property("parent", canBeWeak: true))) == [
        "declareWeak", "Menu.parent", nil,
        "Try weak var on Menu.parent, or set it to nil when the Menu is no longer needed.",
      ])
    #expect(
      Self.remedy(Self.property(.property("parent"))) == [
        "declareUnowned", "Menu.parent", nil,
        "Menu.parent cannot be weak as it is declared. Try an optional weak var.",
      ])
    var heap = HeapSketch()
    let menu = heap.instance("Shop.Menu")
    let item = heap.instance("Shop.Item")
    heap.refer(menu, to: item, .property("item"))
    heap.refer(item, to: menu, .property("menu"))
    #expect(
      Self.remedy(heap) == [
        "declareUnowned", "Item.menu", nil,
        "Item.menu cannot be weak as it is declared. Try an optional weak var, or unowned if the Menu always outlives "
          + "the Item.",
      ])
  }

  @Test func captures() {
    let line = SourcePlace(file: "Menu.swift", line: 4)
    var heap = HeapSketch()
    let menu = heap.instance("Shop.Menu")
    let context = heap.object(.closureContext)
    let function = heap.function("closure #1 in Menu.load()", in: "Menu", line: line)
    heap.refer(menu, to: context, .property("onTap"), function: function)
    heap.refer(context, to: menu, .capture(type: "Shop.Menu"))
    #expect(
      Self.remedy(heap) == [
        "captureWeakly", "self", "Menu.swift:4",
        "Try [weak self] in the closure at Menu.swift:4. If a closure nested inside it says [weak self], move that "
          + "capture list out here.",
      ])
  }

  @Test func elements() {
    var heap = HeapSketch()
    let menu = heap.instance("Shop.Menu")
    let storage = heap.object(.arrayStorage)
    heap.refer(menu, to: storage, .property("items"))
    heap.refer(storage, to: menu, ReferenceLabel(role: .element, path: ""), at: 3)
    #expect(
      Self.remedy(heap) == [
        "takeOut", "Menu.items", nil,
        "Take the Menu out of Menu.items when it is no longer needed, or keep only a weak reference to it there if something else owns it.",
      ])
  }

  @Test func readsBack() throws {
    let remedies = [
      Remedy(.rewrite),
      Remedy(
        .captureWeakly, subject: "self",
        place: RetainPath.SourceLine(file: "Menu.swift", line: 4, isApproximate: true),
        edits: [
          SourceEdit(file: "/Menu.swift", line: 4, column: 7, original: "", replacement: "weak ")
        ]),
    ]
    let data = try JSONEncoder().encode(remedies)
    #expect(try JSONDecoder().decode([Remedy].self, from: data) == remedies)
  }
}
