import Foundation

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

  func useStrings() {
    text = String(repeating: "long ", count: 20)
    part = text.dropFirst()
  }
  func useMetatypes() {
    metatype = Holder.self
    metatypes = [Holder.self, Int.self, (any Node).self]
  }
  func useFoundationValues() {
    date = Date()
    url = URL(string: "https://example.org/path?query=1")
    data = Data(repeating: 1, count: 5000)
  }

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
