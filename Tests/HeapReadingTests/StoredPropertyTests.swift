import Foundation
import Testing

/// References in stored properties: of classes and their superclasses, in structs, tuples, optionals,
/// existentials and error boxes.
struct StoredPropertyTests {
  @Test func classTypedProperties() throws {
    try expectCycle(through: Holder.self, "Holder -.holder-> Holder") { $0.holder = $0 }
    try expectCycle(through: Holder.self, "Holder -.anyObject-> Holder") { $0.anyObject = $0 }
    try expectCycle(through: Holder.self, "Holder -.thrice-> Holder") { $0.thrice = $0 }
    try expectCycle(through: Holder.self, "Holder -.inherited-> Holder") { $0.inherited = $0 }
  }

  @Test func referencesThatKeepNothingAlive() throws {
    try expectCycle(through: Holder.self, nil) { $0.weakHolder = $0 }
    try expectCycle(through: Holder.self, nil) { $0.weakNode = $0 }
    try expectCycle(through: Holder.self, nil) { $0.unownedHolder = $0 }
    try expectCycle(through: Holder.self, nil) { $0.unsafeHolder = $0 }
    try expectCycle(through: Holder.self, nil) { $0.unmanaged = .passUnretained($0) }
    try expectCycle(through: Holder.self, "Holder -.node-> Holder") {
      ($0.weakHolder, $0.unownedHolder, $0.unsafeHolder) = ($0, $0, $0)
      $0.node = $0
    }
  }

  @Test func valuesWithoutReferences() throws {
    try expectCycle(through: Holder.self, nil) {
      $0.text = String(repeating: "long ", count: 20)
      $0.part = $0.text.dropFirst()
      $0.metatype = Holder.self
      $0.metatypes = [Holder.self, Int.self, (any Node).self]
      $0.raw = UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque())
      $0.date = Date()
      $0.url = URL(string: "https://example.org/path?query=1")
      $0.data = Data(repeating: 1, count: 5000)
      $0.identifier = AnyHashable(ObjectIdentifier($0))
    }
    try expectCycle(through: Holder.self, "Holder -.holder-> Holder") {
      $0.text = String(repeating: "long ", count: 20)
      $0.holder = $0
    }
  }

  @Test func tuplesAndStructs() throws {
    try expectCycle(through: Holder.self, "Holder -.pair.labelled-> Holder") {
      $0.pair.labelled = $0
    }
    try expectCycle(through: Holder.self, "Holder -.triple.1-> Holder") { $0.triple = (1, $0, "s") }
    try expectCycle(through: Holder.self, "Holder -.generic.content-> Holder") {
      $0.generic = Padded(content: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.nested.tuple.0-> Holder") {
      $0.nested = NestedTuple(tuple: ($0, nil))
    }
    try expectCycle(through: Holder.self, nil) {
      $0.generic = Padded(content: nil)
      $0.triple = nil
    }
  }

  @Test func inlineArrays() throws {
    try expectCycle(through: Holder.self, "Holder -.inline._storage-> Holder") { $0.inline[2] = $0 }
    try expectCycle(through: Holder.self, nil) { $0.inline[2] = nil }
  }

  @Test func existentialsOfAnyValue() throws {
    try expectCycle(through: Holder.self, "Holder -.any-> Holder") { $0.any = $0 }
    try expectCycle(through: Holder.self, "Holder -.optionalAny-> Holder") { $0.optionalAny = $0 }
    try expectCycle(through: Holder.self, "Holder -.any.holder-> Holder") {
      $0.any = Small(holder: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.any-> box -content.content-> Holder") {
      $0.any = Padded(content: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.any.0-> Holder") {
      $0.any = Optional.some(($0, 1)) as Any
    }
    try expectCycle(through: Holder.self, nil) { $0.any = 7 }
  }

  @Test func existentialsOfProtocols() throws {
    try expectCycle(through: Holder.self, "Holder -.described.holder-> Holder") {
      $0.described = Small(holder: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.described-> box -content.holder-> Holder") {
      $0.described = Large(holder: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.node-> Holder") { $0.node = $0 }
    try expectCycle(through: Holder.self, "Holder -.constrained.holder-> Holder") {
      $0.constrained = Small(holder: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.composed.holder-> Holder") {
      $0.composed = Small(holder: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.composed-> Participant -.holder-> Holder") {
      $0.composed = Participant(holder: $0)
    }
    try expectCycle(through: Holder.self, "Holder -.composedObject-> Participant -.holder-> Holder")
    { $0.composedObject = Participant(holder: $0) }
    try expectCycle(through: Holder.self, "Holder -.refined.holder-> Holder") {
      $0.refined = Small(holder: $0)
    }
  }

  @Test func errors() throws {
    try expectCycle(through: Holder.self, "Holder -.error-> error box -content.holder-> Holder") {
      $0.error = Failure(holder: $0)
    }
    try expectCycle(
      through: Holder.self, "Holder -.error-> error box -content-> FailureObject -.holder-> Holder"
    ) { $0.error = FailureObject(holder: $0) }
    try expectCycle(
      through: Holder.self,
      "Holder -.error-> error box -content.userInfo._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Any> -[value]-> Holder"
    ) {
      $0.error = CocoaError(.fileNoSuchFile, userInfo: ["holder": $0])
    }
    try expectCycle(through: Holder.self, nil) { $0.error = CocoaError(.fileNoSuchFile) }
  }

  @Test func copyOnWriteBox() throws {
    try expectCycle(
      through: Holder.self, "Holder -.copyOnWrite.storage-> CopyOnWrite.Storage -.holder-> Holder"
    ) { $0.copyOnWrite = CopyOnWrite(storage: .init(holder: $0)) }
  }

  @Test func privateTypes() throws {
    try expectCycle(through: Holder.self, "Holder -.hidden-> Hidden -.object-> Holder") { holder in
      holder.hide(holder)
    }
  }

  @Test func structsBoxedAsObjects() throws {
    try expectCycle(
      through: Holder.self, "Holder -.anyObject-> Foundation.__SwiftValue -.value.holder-> Holder"
    ) { $0.anyObject = Small(holder: $0) as AnyObject }
  }

  @Test func mirrors() throws {
    try expectCycle(
      through: Holder.self,
      "Holder -.mirror._makeSuperclassMirror()-> closure context -capture 2-> Holder"
    ) { $0.mirror = Mirror(reflecting: $0) }
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
  var metatypes: [Any.Type] = []
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
  var optionalAny: Any?
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
    (copyOnWrite, mirror, optionalAny) = (nil, nil, nil)
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
