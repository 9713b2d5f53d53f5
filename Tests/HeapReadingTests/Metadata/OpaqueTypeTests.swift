import LeakHeapModel
import LeakHeapReading
import Testing

/// A property of an opaque type is a reference as any other: the name of its type tells the function that gives it.
struct OpaqueTypeTests {
  private final class Owner {
    let plain: some OpaqueSupplier.Supply = OpaqueSupplier.plain()
    let generic: some OpaqueSupplier.Supply = OpaqueSupplier.generic(1)
    let optional: (some OpaqueSupplier.Supply)? = OpaqueSupplier.optional("")
  }

  private final class GenericOwner<Value> {
    let generic: some OpaqueSupplier.Supply = OpaqueSupplier.generic([Int]())
  }

  private func references(_ object: AnyObject) throws -> [String] {
    let snapshot = try HeapReader.shared.snapshot(
      from: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
    let graph = snapshot.graph
    #expect(snapshot.unread == [])
    return graph.references(from: 0).map { reference in
      let target = TypeName(graph.type(of: graph.target(of: reference)).name).short
      return
        "\(graph.label(of: reference).path): \(target) \(graph.references[reference].confidence)"
    }
  }

  @Test func `Its type is that of what the function gives`() throws {
    #expect(
      try references(Owner()) == [
        "plain: OpaqueSupplier.Plain exact", "generic: OpaqueSupplier.Generic<Int> exact",
        "optional: OpaqueSupplier.Generic<String> exact",
      ])
    #expect(
      try references(GenericOwner<Int>()) == ["generic: OpaqueSupplier.Generic<Array<Int>> exact"])
  }
}
