import CLeakBase
import Testing

@testable import LeakBase
@testable import LeakHeapReading

/// A class is believed where its fields are inside its instances: memory that only looks like one has anything in their place, and one
/// that the runtime is still making has nothing there.
@Suite struct PlausibleClassTests {
  private struct Nothing {}

  private class Base {
    var item: Item?
    var nothing = Nothing()
  }

  private final class Derived: Base {
    var other: Item?
    var number = 0
    weak var delegate: Item?
  }

  /// A copy of a class's metadata, of which a word is another.
  private struct Forgery {
    let page = GuardedPage()

    /// - Parameter change: The place of the word that is changed, counted from the address point in bytes, and what it is.
    func type(_ class: AnyClass, _ change: (place: Int, word: UInt)? = nil) -> Address {
      let metadata = TypeMetadata(`class`).address
      var words = (-2..<24).map { metadata.word(at: 8 * $0) }
      if let change { words[change.place / 8 + 2] = change.word }
      return page.place(words: words) + 16
    }
  }

  private static func vector(of type: AnyClass) -> Int {
    let descriptor = TypeMetadata(type).classDescriptor.address
    return Int(descriptor.uint32(at: crt_fact_class_descriptor_vector())) * 8
  }

  private static func isRead(_ isa: Address) -> Bool {
    let compiler = PlanCompiler(map: MemoryMap())
    return compiler.shape(of: isa) != compiler.unknownShape
  }

  @Test(
    arguments: [
      (0, 0), (0, 8), (0, 57), (0, 1 << 32), (0, .max), (1, 16), (1, 1 << 20), (2, 0), (2, 24),
    ] as [(index: Int, offset: UInt)])
  func fieldsAreInsideTheInstance(index: Int, offset: UInt) {
    let forgery = Forgery()
    #expect(Self.isRead(forgery.type(Derived.self)))
    let place = Self.vector(of: Derived.self) + 8 * index
    #expect(!Self.isRead(forgery.type(Derived.self, (place, offset))))
  }

  /// A field without bytes has no place.
  @Test func onlyFieldsWithoutBytesAreAtZero() {
    let forgery = Forgery()
    let vector = Self.vector(of: Base.self)
    #expect(TypeMetadata(Base.self).fieldOffset(1) == 0)
    #expect(Self.isRead(forgery.type(Base.self)))
    #expect(!Self.isRead(forgery.type(Base.self, (vector, 0))))
  }

  /// The runtime may make a generic superclass, in memory of its own, when a walk has begun.
  @Test func aSuperclassThatIsYoungerThanTheMapIsRead() {
    let derived = Forgery().type(Derived.self)
    let compiler = PlanCompiler(map: MemoryMap())
    let base = Forgery().type(Base.self)
    let place = UnsafeMutablePointer<UInt>(
      bitPattern: derived.bits + UInt(crt_fact_class_superclass()))
    place?.pointee = base.bits
    let shape = compiler.shape(of: derived)
    let type = compiler.tables.types[Int(shape)]
    #expect(type.superclasses == [TypeMetadata(Base.self).name])
  }

  @Test func noClassIsItsOwnSuperclass() {
    let forgery = Forgery()
    let place = forgery.type(Derived.self)
    #expect(!Self.isRead(forgery.type(Derived.self, (crt_fact_class_superclass(), place.bits))))
  }

  @Test func theWitnessesOfAClassAreAnImages() {
    let forgery = Forgery()
    for word in [0, 4, forgery.page.place([0]).bits, .max] as [UInt] {
      #expect(!Self.isRead(forgery.type(Derived.self, (crt_fact_type_witnesses(), word))))
    }
  }
}
