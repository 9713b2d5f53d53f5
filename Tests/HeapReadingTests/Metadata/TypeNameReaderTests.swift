import Foundation
import SeededRandom
import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// The names of types, read word by word: the same that the runtime tells of true metadata, and none of what only looks
/// like it.
@Suite struct TypeNameReaderTests {
  // MARK: - True metadata

  @Test(arguments: NamedTypes.all.indices)
  func `A type is named as the runtime names it`(_ index: Int) {
    let type = NamedTypes.all[index]
    let name = withExtendedLifetime(MemoryGuard()) { TypeNameReader.name(of: TypeMetadata(type)) }
    #expect(name == RuntimeTypeName.stable(of: type))
  }

  @Test func `A nominal type is named without the runtime`() {
    // The runtime would say where in the process the declaration is.
    let names = NamedTypes.local.map { TypeNameReader.name(of: TypeMetadata($0)) }
    #expect(
      names == [
        "HeapReadingTests.NamedTypes.Hidden", "HeapReadingTests.NamedTypes.Local",
        "HeapReadingTests.NamedTypes.Generic<Swift.Int>",
      ])
  }

  @Test func `A type has the arguments that its metadata has words for`() {
    func arguments(_ type: Any.Type) -> [String]? {
      TypeMetadata(type).descriptor.genericArguments?.map { argument in
        argument.map { "\($0.argument) at \($0.word)" } ?? "none"
      }
    }
    #expect(arguments(Int.self) == [])
    #expect(arguments([Int: Bool].self) == ["type at 0", "type at 1"])
    #expect(arguments(InlineArray<3, Bool>.self) == ["value at 0", "type at 1"])
    #expect(arguments(NamedTypes.Bag<Int, Bool>.self) == ["pack(shape: 0) at 1"])
    #expect(
      arguments(NamedTypes.Bags<String, Int, Bool>.Pair<Int8, Int16>.self) == [
        "type at 2", "pack(shape: 0) at 3", "pack(shape: 1) at 4",
      ])
    #expect(arguments(NamedTypes.Outer<Int>.OfNumbers.self) == ["none"])
  }

  // MARK: - What only looks like it

  /// Words of metadata: what comes before and behind the kind, and of a descriptor.
  private struct Forgery {
    let page = GuardedPage()
    let others = GuardedPage()

    /// Metadata of a structure with a descriptor of these 32-bit words, of which those that are relative lead to what
    /// `targets` says.
    func structure(_ descriptor: [Int32], kind: UInt64 = 0x200) -> TypeMetadata {
      let place = others.place(words: descriptor)
      let words: [UInt64] = [0, kind, UInt64(place.bits), 0, 0]
      return TypeMetadata(page.place(words: words) + 8)
    }

    func name(_ type: TypeMetadata) -> String? {
      withExtendedLifetime(MemoryGuard()) { TypeNameReader.name(of: type) }
    }
  }

  @Test func `A descriptor without a readable name or module is none`() {
    let forgery = Forgery()
    let structure: Int32 = 17
    // Flags, parent, name, accessor, fields, number of fields, where their offsets are.
    #expect(forgery.name(forgery.structure([structure, 0, 0, 0, 0, 0, 0])) == nil)
    // The name is beyond the page's end, which cannot be read.
    #expect(forgery.name(forgery.structure([structure, 0, 4096, 0, 0, 0, 0])) == nil)
    // It is its own parent.
    #expect(forgery.name(forgery.structure([structure, -4, -4, 0, 0, 0, 0])) == nil)
    // The parent cannot be read.
    #expect(forgery.name(forgery.structure([structure, 4096, -8, 0, 0, 0, 0])) == nil)
    // No context is of such a kind.
    #expect(forgery.name(forgery.structure([9, 0, 0, 0, 0, 0, 0])) == nil)
  }

  @Test func `Kinds that the runtime would follow are followed here first`() {
    let forgery = Forgery()
    for kind: UInt64 in [0x300, 0x301, 0x302, 0x303, 0x304, 0x305, 0x306, 0x307, 0x308, 0x400] {
      #expect(forgery.name(forgery.structure([17, 0, 0, 0, 0, 0, 0], kind: kind)) == nil)
    }
  }

  @Test func `Addresses of nothing are no types`() {
    let forgery = Forgery()
    for bits: UInt in [0, 8, 0xFFFF, 0x10001, 0x10000, 0x7FFF_FFFF_FFF8, .max & ~7] {
      #expect(forgery.name(TypeMetadata(Address(bits))) == nil)
    }
  }

  @Test(.aheadOfOthers) func `Random metadata has a name or none, and no fault`() async {
    await #expect(processExitsWith: .success) {
      let memoryGuard = MemoryGuard()
      var random = SplitMix64(seed: 41)
      let (page, others) = (GuardedPage(), GuardedPage())
      let kinds: [UInt64] = [
        0, 0x200, 0x201, 0x202, 0x203, 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308,
      ]
      for _ in 0..<20_000 {
        let descriptor = others.place(random.bytes(4 * .random(in: 7...24, using: &random)))
        var words: [UInt64] = [random.word(), kinds.randomElement(using: &random)!]
        for _ in 0..<Int.random(in: 2...8, using: &random) {
          words.append(
            Bool.random(using: &random) ? UInt64(descriptor.bits) : random.word())
        }
        let place = page.place(words: words) + 8
        _ = TypeNameReader.name(of: TypeMetadata(place))
      }
      withExtendedLifetime(memoryGuard) {}
    }
  }
}

/// Types of every shape that a name can have.
enum NamedTypes {
  struct Plain {}
  enum Choice {
    case one(Plain)
    case other
  }
  actor Clerk {}
  class Base<Value> {}
  final class Derived: Base<Int> {}
  struct Outer<First> {
    struct Middle {
      class Inner<Second> {}
    }
  }
  struct Bag<each Element> { var elements: (repeat each Element) }
  struct Bags<First, each Element> {
    struct Pair<each Other> {
      var first: (repeat each Element)
      var second: (repeat each Other)
      var third: First
    }
  }
  fileprivate struct Hidden {}
  protocol Named {}
  protocol Counted<Count>: AnyObject { associatedtype Count }

  /// The formatter does not know `Bag<>`.
  private static func bag<each Element>(of elements: repeat each Element) -> Any.Type {
    Bag<repeat each Element>.self
  }

  static let all: [Any.Type] =
    nominal + local + composed + [
      InlineArray<3, Plain?>.self, InlineArray<0, InlineArray<2, Int>>.self,
      Bag<Int, String>.self, bag(), Bags<Int, Plain>.Pair<Choice, [Int]>.self,
      Outer<Int>.OfNumbers.self, Outer<Plain>.Extended.self, [Int].Index.self,
      Array<Plain>.Nested.self, Array<Plain>.Nested?.self,
    ]

  private static let nominal: [Any.Type] = [
    Int.self, String.self, Plain.self, Choice.self, Clerk.self, Base<Plain>.self, Derived.self,
    Outer<Int>.self, Outer<Int>.Middle.self, Outer<Int>.Middle.Inner<[String: Plain?]>.self,
    [Plain].self, [String: [Int?]].self, Set<Int>.self, Int??.self,
    Result<Plain, any Error>.self, Unmanaged<Clerk>.self, ClosedRange<Int>.self,
    UnsafeMutablePointer<Plain>.self,
  ]

  /// Of declarations that no other file can name.
  static let local: [Any.Type] = [Hidden.self, types().0, types().1]

  private static func types() -> (Any.Type, Any.Type) {
    struct Local {}
    struct Generic<Value> {}
    return (Local.self, Generic<Int>.self)
  }

  private static let composed: [Any.Type] = [
    Void.self, (Int, Plain).self, (first: Int, second: (Plain, Clerk)).self,
    (() -> Void).self, ((Int, inout Plain) throws -> String).self,
    (@Sendable (Plain) async throws -> Void).self, (@MainActor () -> Int).self,
    (@convention(c) (Int) -> Int).self,
    Any.self, AnyObject.self, (any Named).self, (any Named & Sendable).self,
    (any Clerk & Named).self, (any Error).self, (any Counted<Int>).self,
    (any Sequence<Plain>).self, Plain.Type.self, (any Named).Type.self, Any.Type.self,
    Optional<any Named>.self, [any Counted<Plain>].self, (() -> (any Named)?).self,
  ]
}

extension NamedTypes.Outer where First == Int {
  final class OfNumbers {}
}

extension NamedTypes.Outer {
  struct Extended {}
}

extension Array {
  struct Nested { var first: Element? }
}
