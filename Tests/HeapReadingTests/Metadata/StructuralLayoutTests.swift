import Testing

@testable import LeakHeapReading

/// The layouts that are computed from a type's description, as for one whose metadata was left out of the binary. Here there is
/// metadata: the compiler's layouts are those to compare with.
struct StructuralLayoutTests {
  private final class Object {}

  private struct Identifier { var raw: Int }
  private struct Empty {}
  private struct Observed { unowned var object: Object }
  private struct Unsafe { unowned(unsafe) var object: Object }
  private struct Weak { weak var object: Object? }
  private struct Mixed {
    var number: Int32
    var flag: Bool
    var letter: Letter
  }

  private enum Letter { case a, b, c }
  private enum Only { case only }

  private enum Delay {
    case none
    case seconds(Double)
  }
  private enum Count { case count(Int) }
  private enum Identified {
    case none
    case known(Identifier)
  }
  private enum Small {
    case none
    case small(Int16)
  }
  private enum Nothing {
    case a, b
    case empty(Empty)
  }
  private enum Pointer {
    case none
    case pointer(UnsafeRawPointer)
  }
  private enum Pointers {
    case none, other
    case pointer(UnsafeRawPointer)
  }
  private enum Handle {
    case none, other
    case handle(Unmanaged<Object>)
  }
  private enum Text {
    case none, other
    case text(String)
  }
  private enum Flag {
    case none, other
    case flag(Bool)
  }
  private enum MixedCase {
    case none
    case mixed(Mixed)
  }
  private enum ObservedCase {
    case none
    case observed(Observed)
  }
  private enum UnsafeCase {
    case none
    case unsafe(Unsafe)
  }
  private enum WeakCase {
    case none
    case weak(Weak)
  }
  private enum Strong {
    case none, other
    case object(Object)
  }
  private enum Outer {
    case none
    case inner(Strong)
  }
  private enum OuterFlag {
    case none
    case inner(Flag)
  }
  private enum OuterDelay {
    case none
    case inner(Delay)
  }
  private enum Pair {
    case none
    case pair(Object, Object)
  }
  private indirect enum Indirect {
    case none
    case value(Int)
  }

  private struct Samples {
    var letter: Letter
    var only: Only
    var delay: Delay
    var count: Count
    var identified: Identified
    var small: Small
    var void: Nothing
    var pointer: Pointer
    var pointers: Pointers
    var handle: Handle
    var text: Text
    var flag: Flag
    var mixedCase: MixedCase
    var observedCase: ObservedCase
    var unsafeCase: UnsafeCase
    var weakCase: WeakCase
    var strong: Strong
    var outer: Outer
    var outerFlag: OuterFlag
    var outerDelay: OuterDelay
    var pair: Pair
    var indirect: Indirect
  }

  /// Those that cannot be told without a way to ask for the case.
  private static let untold: Set = ["pair"]

  @Test func `Each has the size and the alignment that the compiler gave it`() throws {
    let compiler = PlanCompiler()
    let type = TypeMetadata(Samples.self)
    let fields = type.descriptor.fields
    for index in 0..<fields.count {
      let name = fields[index].name
      let mangled = try #require(fields[index].type)
      let layout = compiler.structuralLayout(mangled)
      let told = try #require(compiler.resolve(mangled, of: type))
      #expect((layout == nil) == Self.untold.contains(name), "\(name)")
      #expect(layout.map(\.size) ?? told.size == told.size, "\(name)")
      #expect(layout.map(\.alignmentMask) ?? told.alignmentMask == told.alignmentMask, "\(name)")
      #expect(
        layout?.extraInhabitantCount ?? told.extraInhabitantCount <= told.extraInhabitantCount,
        "\(name)")
    }
  }
}
