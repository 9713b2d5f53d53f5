import Testing

/// References in the storage of arrays, dictionaries and sets, and in what is built on them.
struct CollectionTests {
  private let storageOfObjects = "Swift._ContiguousArrayStorage<Swift.AnyObject>"

  @Test func arrays() throws {
    try expectCycle(
      through: Shelf.self, "Shelf -.objects._buffer._storage-> \(storageOfObjects) -[1]-> Shelf"
    ) { $0.objects = [Shelf(), $0] }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.anything._buffer._storage-> Swift._ContiguousArrayStorage<Any> -[2]-> Shelf"
    ) { $0.anything = [1, "text", $0] }
    try expectCycle(
      through: Shelf.self, "Shelf -.contiguous._buffer._storage-> \(storageOfObjects) -[1]-> Shelf"
    ) { $0.contiguous = [Shelf(), $0] }
    try expectCycle(through: Shelf.self, nil) { $0.anything = [1, "text", Shelf()] }
  }

  @Test func slices() throws {
    try expectCycle(
      through: Shelf.self, "Shelf -.slice._buffer.owner-> \(storageOfObjects) -[1]-> Shelf"
    ) { $0.slice = [Shelf(), $0, Shelf()][1...] }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.functions._buffer.owner-> Swift._ContiguousArrayStorage<() -> ()> "
        + "-[0]()-> Shelf"
    ) { shelf in shelf.functions = [{ shelf.count = 1 }, {}][0...0] }
  }

  @Test func nestedArrays() throws {
    try expectCycle(
      through: Shelf.self,
      "Shelf -.rows._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.Array<Swift.Optional<Shelf>>> "
        + "-[1]._buffer._storage-> Swift._ContiguousArrayStorage<Swift.Optional<Shelf>> "
        + "-[1]-> Shelf"
    ) { $0.rows = [[], [nil, $0]] }
  }

  @Test func arraysOfTuplesAndPairs() throws {
    try expectCycle(
      through: Shelf.self,
      "Shelf -.actions._buffer._storage-> Swift._ContiguousArrayStorage<"
        + "(target: Swift.Optional<Swift.AnyObject>, action: (Swift.AnyObject) -> ())> "
        + "-[0].action()-> closure context -capture 0()-> Shelf"
    ) { shelf in
      shelf.actions = [(target: nil, action: { _ in shelf.count = 1 })]
    }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.pairs._elements._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<(Swift.String, Shelf)> -[0].1-> Shelf"
    ) { $0.pairs = ["key": $0] }
  }

  @Test func dictionaries() throws {
    try expectCycle(
      through: Shelf.self,
      "Shelf -.named._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Shelf> -[value]-> Shelf"
    ) { shelf in
      for number in 0..<100 { shelf.named["\(number)"] = Shelf() }
      shelf.named["itself"] = shelf
    }
    try expectCycle(through: Shelf.self, nil) { shelf in
      for number in 0..<100 { shelf.named["\(number)"] = Shelf() }
    }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.hashed._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.AnyHashable, Any> -[value]-> Shelf"
    ) { $0.hashed["key"] = $0 }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.nested._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, Swift.Dictionary<Swift.String, Shelf>> "
        + "-[value]._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Shelf> -[value]-> Shelf"
    ) { $0.nested = [1: ["a": $0]] }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.callbacks._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, () -> ()> -[value]()-> "
        + "closure context -capture 0()-> Shelf"
    ) { shelf in shelf.callbacks = [1: { shelf.count = 1 }] }
  }

  @Test func keysAndMembers() throws {
    try expectCycle(
      through: Shelf.self,
      "Shelf -.hashed._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.AnyHashable, Any> -[key]._box._baseHashable-> "
        + "Ticket -.shelf-> Shelf"
    ) { $0.hashed[Ticket(shelf: $0)] = 1 }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.tickets._variant.object.rawValue-> Swift._SetStorage<Ticket> "
        + "-[member]-> Ticket -.shelf-> Shelf"
    ) { $0.tickets = [Ticket(shelf: $0), Ticket(shelf: nil)] }
    try expectCycle(through: Shelf.self, nil) { $0.tickets = [Ticket(shelf: nil)] }
  }

  @Test func sequencesThatHoldClosures() throws {
    try expectCycle(through: Shelf.self, "Shelf -.mapped._transform()-> Shelf") { shelf in
      shelf.mapped = [1].lazy.map { _ in shelf }
    }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.sequence._box-> "
        + "Swift._SequenceBox<Swift._ClosureBasedSequence<Swift.AnyIterator<Swift.Int>>> "
        + "-._base._makeUnderlyingIterator()-> Shelf"
    ) { shelf in
      shelf.sequence = AnySequence {
        shelf.count += 1
        return AnyIterator([1].makeIterator())
      }
    }
    try expectCycle(
      through: Shelf.self,
      "Shelf -.iterator._box-> "
        + "Swift._IteratorBox<Swift._ClosureBasedIterator<Swift.Int>> -._base._body()-> Shelf"
    ) { shelf in shelf.iterator = AnyIterator { shelf.count } }
  }

  @Test func collectionsInAny() throws {
    try expectCycle(
      through: Shelf.self,
      "Shelf -.any._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, () -> ()> -[value]()-> "
        + "closure context -capture 0()-> Shelf"
    ) { shelf in shelf.any = [1: { shelf.count = 1 }] as [Int: () -> Void] }
    try expectCycle(
      through: Shelf.self, "Shelf -.any._base._buffer._storage-> \(storageOfObjects) -[0]-> Shelf"
    ) { $0.any = [$0].lazy.map { $0.count } }
    try expectCycle(through: Shelf.self, nil) { $0.any = [Shelf()].lazy.map { $0.count } }
  }

  @Test func emptyCollections() throws {
    try expectCycle(through: Shelf.self, nil) { _ in }
    try expectCycle(
      through: Shelf.self, "Shelf -.objects._buffer._storage-> \(storageOfObjects) -[0]-> Shelf"
    ) { $0.objects = [$0] }
  }
}

// MARK: - Fixtures

final class Shelf: Fixture {
  var count = 0
  var objects: [Shelf] = []
  var any: Any?
  var anything: [Any] = []
  var contiguous: ContiguousArray<Shelf> = []
  var slice: ArraySlice<Shelf> = []
  var functions: ArraySlice<() -> Void> = []
  var rows: [[Shelf?]] = []
  var actions: [(target: AnyObject?, action: (AnyObject) -> Void)] = []
  var pairs: KeyValuePairs<String, Shelf> = [:]
  var named: [String: Shelf] = [:]
  var hashed: [AnyHashable: Any] = [:]
  var nested: [Int: [String: Shelf]] = [:]
  var callbacks: [Int: () -> Void] = [:]
  var tickets: Set<Ticket> = []
  var mapped: LazyMapSequence<[Int], Shelf>?
  var sequence: AnySequence<Int>?
  var iterator: AnyIterator<Int>?

  func sever() {
    (objects, anything, contiguous, slice, functions) = ([], [], [], [], [])
    (rows, actions, pairs) = ([], [], [:])
    (named, hashed, nested, callbacks, tickets) = ([:], [:], [:], [:], [])
    (mapped, sequence, iterator, any) = (nil, nil, nil, nil)
  }
}

final class Ticket: Hashable {
  let shelf: Shelf?
  init(shelf: Shelf?) { self.shelf = shelf }
  static func == (left: Ticket, right: Ticket) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
