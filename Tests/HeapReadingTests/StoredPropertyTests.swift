import Foundation
import Testing

/// References in stored properties: of classes and their superclasses, in structs, tuples, optionals,
/// existentials and error boxes.
struct StoredPropertyTests {
  @Test func classTypedProperties() throws {
    try #expect(cycle(through: Holder.self) { $0.holder = $0 } == "Holder -.holder-> Holder")
    try #expect(cycle(through: Holder.self) { $0.anyObject = $0 } == "Holder -.anyObject-> Holder")
    try #expect(cycle(through: Holder.self) { $0.thrice = $0 } == "Holder -.thrice-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.inherited = $0 } == "Holder -.inherited-> Holder")
  }

  @Test func referencesThatKeepNothingAlive() throws {
    try #expect(cycle(through: Holder.self) { $0.weakHolder = $0 } == nil)
    try #expect(cycle(through: Holder.self) { $0.weakNode = $0 } == nil)
    try #expect(cycle(through: Holder.self) { $0.unownedHolder = $0 } == nil)
    try #expect(cycle(through: Holder.self) { $0.unsafeHolder = $0 } == nil)
    try #expect(cycle(through: Holder.self) { $0.unmanaged = .passUnretained($0) } == nil)
    try #expect(
      cycle(through: Holder.self) {
        ($0.weakHolder, $0.unownedHolder, $0.unsafeHolder) = ($0, $0, $0)
        $0.node = $0
      } == "Holder -.node-> Holder")
  }

  @Test func valuesWithoutReferences() throws {
    try #expect(
      cycle(through: Holder.self) {
        $0.text = String(repeating: "long ", count: 20)
        $0.part = $0.text.dropFirst()
        $0.metatype = Holder.self
        $0.raw = UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque())
        $0.date = Date()
        $0.url = URL(string: "https://example.org/path?query=1")
        $0.data = Data(repeating: 1, count: 5000)
        $0.identifier = AnyHashable(ObjectIdentifier($0))
      } == nil)
    try #expect(
      cycle(through: Holder.self) {
        $0.text = String(repeating: "long ", count: 20)
        $0.holder = $0
      } == "Holder -.holder-> Holder")
  }

  @Test func tuplesAndStructs() throws {
    try #expect(
      cycle(through: Holder.self) { $0.pair.labelled = $0 } == "Holder -.pair.labelled-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.triple = (1, $0, "s") } == "Holder -.triple.1-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.generic = Padded(content: $0) }
        == "Holder -.generic.content-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.nested = NestedTuple(tuple: ($0, nil)) }
        == "Holder -.nested.tuple.0-> Holder")
    try #expect(
      cycle(through: Holder.self) {
        $0.generic = Padded(content: nil)
        $0.triple = nil
      } == nil)
  }

  @Test func inlineArrays() throws {
    try #expect(
      cycle(through: Holder.self) { $0.inline[2] = $0 } == "Holder -.inline._storage-> Holder")
    try #expect(cycle(through: Holder.self) { $0.inline[2] = nil } == nil)
  }

  @Test func existentialsOfAnyValue() throws {
    try #expect(cycle(through: Holder.self) { $0.any = $0 } == "Holder -.any-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.any = Small(holder: $0) } == "Holder -.any.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.any = Padded(content: $0) }
        == "Holder -.any-> box -content.content-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.any = Optional.some(($0, 1)) as Any }
        == "Holder -.any.0-> Holder")
    try #expect(cycle(through: Holder.self) { $0.any = 7 } == nil)
  }

  @Test func existentialsOfProtocols() throws {
    try #expect(
      cycle(through: Holder.self) { $0.described = Small(holder: $0) }
        == "Holder -.described.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.described = Large(holder: $0) }
        == "Holder -.described-> box -content.holder-> Holder")
    try #expect(cycle(through: Holder.self) { $0.node = $0 } == "Holder -.node-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.constrained = Small(holder: $0) }
        == "Holder -.constrained.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.composed = Small(holder: $0) }
        == "Holder -.composed.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.composed = Participant(holder: $0) }
        == "Holder -.composed-> Participant -.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.composedObject = Participant(holder: $0) }
        == "Holder -.composedObject-> Participant -.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.refined = Small(holder: $0) }
        == "Holder -.refined.holder-> Holder")
  }

  @Test func errors() throws {
    try #expect(
      cycle(through: Holder.self) { $0.error = Failure(holder: $0) }
        == "Holder -.error-> error box -content.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) { $0.error = FailureObject(holder: $0) }
        == "Holder -.error-> error box -content-> FailureObject -.holder-> Holder")
    try #expect(
      cycle(through: Holder.self) {
        $0.error = CocoaError(.fileNoSuchFile, userInfo: ["holder": $0])
      }
        == "Holder -.error-> error box -content.userInfo._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Any> -[value]-> Holder")
    try #expect(cycle(through: Holder.self) { $0.error = CocoaError(.fileNoSuchFile) } == nil)
  }

  @Test func copyOnWriteBox() throws {
    try #expect(
      cycle(through: Holder.self) { $0.copyOnWrite = CopyOnWrite(storage: .init(holder: $0)) }
        == "Holder -.copyOnWrite.storage-> CopyOnWrite.Storage -.holder-> Holder")
  }

  @Test func privateTypes() throws {
    try #expect(
      cycle(through: Holder.self) { holder in holder.hide(holder) }
        == "Holder -.hidden-> Hidden -.object-> Holder")
  }

  @Test func structsBoxedAsObjects() throws {
    try #expect(
      cycle(through: Holder.self) { $0.anyObject = Small(holder: $0) as AnyObject }
        == "Holder -.anyObject-> Foundation.__SwiftValue -.value.holder-> Holder")
  }

  @Test func mirrors() throws {
    try #expect(
      cycle(through: Holder.self) { $0.mirror = Mirror(reflecting: $0) }
        == "Holder -.mirror._makeSuperclassMirror()-> closure context -capture 2-> Holder")
  }
}

// MARK: - Fixtures

class HolderBase {
  var inherited: AnyObject?
}

final class Holder: HolderBase, Fixture, Node {
  var holder: Holder?
  var anyObject: AnyObject?
  var thrice: Holder???
  weak var weakHolder: Holder?
  weak var weakNode: (any Node)?
  unowned var unownedHolder: Holder?
  unowned(unsafe) var unsafeHolder: Holder?
  var unmanaged: Unmanaged<Holder>?

  var text = ""
  var part: Substring = ""
  var metatype: AnyClass = HolderBase.self
  var raw: UnsafeRawPointer?
  var date: Date?
  var url: URL?
  var data: Data?
  var identifier: AnyHashable?

  var pair: (Int, labelled: Holder?) = (0, nil)
  var triple: (Int8, Holder, String)?
  var generic: Padded<Holder>?
  var nested: NestedTuple?
  var inline: InlineArray<3, Holder?> = [nil, nil, nil]

  var any: Any = 0
  var described: (any CustomStringConvertible)?
  var node: (any Node)?
  var constrained: (any Carrier<Int>)?
  var composed: (any Numbered & Marked)?
  var composedObject: (any Numbered & AnyObject)?
  var refined: (any Refined)?
  var error: (any Error)?
  var copyOnWrite: CopyOnWrite?
  var mirror: Mirror?
  private var hidden: Hidden?

  override required init() {}

  func hide(_ object: AnyObject) { hidden = Hidden(object: object) }

  func sever() {
    (inherited, holder, anyObject, thrice, hidden) = (nil, nil, nil, nil, nil)
    (pair, triple, generic, nested) = ((0, nil), nil, nil, nil)
    (inline, any, described, node, constrained) = ([nil, nil, nil], 0, nil, nil, nil)
    (composed, composedObject, refined, error) = (nil, nil, nil, nil)
    (copyOnWrite, mirror) = (nil, nil)
  }
}

protocol Node: AnyObject {}
protocol Carrier<Load> { associatedtype Load }
protocol Numbered { var number: Int { get } }
protocol Marked { var mark: Int { get } }
protocol Refined: Numbered {}

/// Fits into the three words of an existential.
struct Small: CustomStringConvertible, Carrier, Refined, Marked {
  typealias Load = Int
  var holder: Holder
  var number: Int { 1 }
  var mark: Int { 2 }
  var description: String { fatalError("the reader runs no code of the objects' types") }
}

/// Needs a box of its own in an existential.
struct Large: CustomStringConvertible {
  var padding = (1, 2, 3, 4, 5)
  var holder: Holder
  var description: String { fatalError("the reader runs no code of the objects' types") }
}

struct Padded<Content> {
  var before = 0
  var content: Content?
  var text = "text"
  var after: Float = 1
}

struct NestedTuple {
  var before = 1
  var tuple: (Holder?, HolderBase?)
}

final class Participant: Numbered, Marked {
  let number = 1
  let mark = 2
  let holder: Holder
  init(holder: Holder) { self.holder = holder }
}

struct Failure: Error, @unchecked Sendable {
  var holder: Holder
  var code = 3
}

final class FailureObject: Error, @unchecked Sendable {
  let holder: Holder
  init(holder: Holder) { self.holder = holder }
}

struct CopyOnWrite {
  final class Storage {
    let holder: Holder
    init(holder: Holder) { self.holder = holder }
  }
  var storage: Storage
}

private final class Hidden {
  let object: AnyObject
  init(object: AnyObject) { self.object = object }
}
