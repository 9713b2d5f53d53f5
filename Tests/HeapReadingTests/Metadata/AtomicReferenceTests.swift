import LeakHeapModel
import Testing

@testable import LeakBase
@testable import LeakHeapReading

/// The types in which the package swift-atomics keeps references as numbers. It is no dependency: their descriptions are made up here,
/// with its module's name.
@Suite struct AtomicReferenceTests {
  private struct Value { var number: (UInt, UInt) = (0, 0) }

  /// A structure's metadata with the description of a type that is called `name`, in a module of the name `module`.
  private struct Forgery {
    private let page = GuardedPage()

    func type(_ name: String, in module: String) -> TypeMetadata {
      let metadata = TypeMetadata(Value.self).address
      let (names, contexts) = (256, 128)
      var bytes = [UInt8](repeating: 0, count: 512)
      func put(_ value: UInt64, at offset: Int, size: Int) {
        for byte in 0..<size {
          bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
        }
      }
      func put(relative target: Int, at offset: Int) {
        put(UInt64(bitPattern: Int64(target - offset)), at: offset, size: 4)
      }
      func put(_ text: String, at offset: Int) {
        for (index, byte) in text.utf8.enumerated() { bytes[offset + index] = byte }
      }
      put(module, at: names)
      put(name, at: names + 64)
      // The module: flags, no parent, its name.
      put(UInt64(ContextDescriptor.Kind.module), at: contexts, size: 4)
      put(relative: names, at: contexts + 8)
      // The structure: flags, its parent and its name.
      let structure = contexts + 64
      put(UInt64(ContextDescriptor.Kind.struct), at: structure, size: 4)
      put(relative: contexts, at: structure + 4)
      put(relative: names + 64, at: structure + 8)
      var words = stride(from: 0, to: bytes.count, by: 8).map { offset in
        (0..<8).reduce(UInt(0)) { $0 | UInt(bytes[offset + $1]) << (8 * UInt($1)) }
      }
      words[1] = metadata.word(at: -8)
      words[2] = metadata.word()
      let start = page.place(words: words)
      // Where the description is is known when the page is.
      words[3] = start.bits + UInt(structure)
      return TypeMetadata(page.place(words: words) + 16)
    }
  }

  private static func operations(_ name: String, in module: String = "Atomics") -> [PlanOperation] {
    let type = Forgery().type(name, in: module)
    let compiler = PlanCompiler(map: MemoryMap())
    let plan = compiler.plan(for: type)
    return compiler.tables.operations(of: plan) + compiler.tables.observers(of: plan)
  }

  @Test(arguments: [
    "AtomicReferenceStorage", "AtomicOptionalReferenceStorage", "_AtomicReferenceStorage",
  ])
  func `The first word of an atomic reference is the reference`(_ name: String) {
    let operations = Self.operations(name)
    #expect(operations.map(\.kind) == [.strong])
    #expect(operations.map(\.offset) == [0])
    #expect(operations.map(\.confidence) == [.knownLayout])
  }

  @Test func `Numbers, and types of other modules, hold none`() {
    #expect(Self.operations("AtomicRepresentation").isEmpty)
    #expect(Self.operations("_AtomicIntStorage").isEmpty)
    #expect(Self.operations("AtomicReferenceStorage", in: "Shop").isEmpty)
  }
}
