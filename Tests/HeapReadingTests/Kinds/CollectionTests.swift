import Testing

/// References in the storage of arrays, dictionaries and sets, and in what is built on them.
struct CollectionTests {
  @Test("kinds: collection", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = arrays + hashTables + sequences

  private static let storage = "Swift._ContiguousArrayStorage<Swift.AnyObject>"

  @KindList private static var arrays: [Kind] {
    Kind("[Itself]", in: Shelf.self, "Shelf -.objects._buffer._storage-> \(storage) -[1]-> Shelf") {
      $0.objects = [Shelf(), $0]
    }
    Kind(
      "[Itself] of others", in: Shelf.self,
      twin: "Shelf -.objects._buffer._storage-> \(storage) -[0]-> Shelf"
    ) {
      $0.objects = [Shelf()]
    } strong: {
      $0.objects = [$0]
    }
    Kind(
      "[Any]", in: Shelf.self,
      "Shelf -.anything._buffer._storage-> Swift._ContiguousArrayStorage<Any> -[2]-> Shelf"
    ) { $0.anything = [1, "text", $0] }
    Kind(
      "[Any] of others", in: Shelf.self,
      twin: "Shelf -.anything._buffer._storage-> Swift._ContiguousArrayStorage<Any> -[0]-> Shelf"
    ) {
      $0.anything = [1, "text", Shelf()]
    } strong: {
      $0.anything = [$0]
    }
    Kind(
      "ContiguousArray", in: Shelf.self,
      "Shelf -.contiguous._buffer._storage-> \(storage) -[1]-> Shelf"
    ) { $0.contiguous = [Shelf(), $0] }
    Kind(
      "ArraySlice", in: Shelf.self, "Shelf -.slice._buffer.owner-> \(storage) -[1]-> Shelf"
    ) { $0.slice = [Shelf(), $0, Shelf()][1...] }
    Kind(
      "ArraySlice of closures", in: Shelf.self,
      "Shelf -.functions._buffer.owner-> Swift._ContiguousArrayStorage<() -> ()> -[0]()-> Shelf"
    ) { shelf in shelf.functions = [{ shelf.count = 1 }, {}][0...0] }
    Kind(
      "[[Itself?]]", in: Shelf.self,
      "Shelf -.rows._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.Array<Swift.Optional<Shelf>>> "
        + "-[1]._buffer._storage-> Swift._ContiguousArrayStorage<Swift.Optional<Shelf>> "
        + "-[1]-> Shelf"
    ) { $0.rows = [[], [nil, $0]] }
    Kind(
      "[(target:, action:)]", in: Shelf.self,
      "Shelf -.actions._buffer._storage-> Swift._ContiguousArrayStorage<"
        + "(target: Swift.Optional<Swift.AnyObject>, action: (Swift.AnyObject) -> ())> "
        + "-[0].action()-> closure context -capture 0()-> Shelf"
    ) { shelf in shelf.actions = [(target: nil, action: { _ in shelf.count = 1 })] }
    Kind(
      "KeyValuePairs", in: Shelf.self,
      "Shelf -.pairs._elements._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<(Swift.String, Shelf)> -[0].1-> Shelf"
    ) { $0.pairs = ["key": $0] }
  }

  @KindList private static var hashTables: [Kind] {
    Kind(
      "[String: Itself] of 101", in: Shelf.self,
      "Shelf -.named._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Shelf> -[value]-> Shelf"
    ) { shelf in
      shelf.fill()
      shelf.named["itself"] = shelf
    }
    Kind(
      "[String: Itself] of others", in: Shelf.self,
      twin: "Shelf -.named._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Shelf> -[value]-> Shelf"
    ) {
      $0.fill()
    } strong: {
      $0.named = ["itself": $0]
    }
    Kind(
      "[AnyHashable: Any] value", in: Shelf.self,
      "Shelf -.hashed._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.AnyHashable, Any> -[value]-> Shelf"
    ) { $0.hashed["key"] = $0 }
    Kind(
      "[AnyHashable: Any] key", in: Shelf.self,
      "Shelf -.hashed._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.AnyHashable, Any> -[key]._box._baseHashable-> "
        + "Ticket -.shelf-> Shelf"
    ) { $0.hashed[Ticket(shelf: $0)] = 1 }
    Kind(
      "[Int: [String: Itself]]", in: Shelf.self,
      "Shelf -.nested._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, Swift.Dictionary<Swift.String, Shelf>> "
        + "-[value]._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.String, Shelf> -[value]-> Shelf"
    ) { $0.nested = [1: ["a": $0]] }
    Kind(
      "[Int: () -> Void]", in: Shelf.self,
      "Shelf -.callbacks._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, () -> ()> -[value]()-> "
        + "closure context -capture 0()-> Shelf"
    ) { shelf in shelf.callbacks = [1: { shelf.count = 1 }] }
    Kind(
      "[Int: () -> Void] in Any", in: Shelf.self,
      "Shelf -.any._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, () -> ()> -[value]()-> "
        + "closure context -capture 0()-> Shelf"
    ) { shelf in shelf.any = [1: { shelf.count = 1 }] as [Int: () -> Void] }
    Kind(
      "Set", in: Shelf.self,
      "Shelf -.tickets._variant.object.rawValue-> Swift._SetStorage<Ticket> "
        + "-[member]-> Ticket -.shelf-> Shelf"
    ) { $0.tickets = [Ticket(shelf: $0), Ticket(shelf: nil)] }
    Kind(
      "Set of others", in: Shelf.self,
      twin: "Shelf -.tickets._variant.object.rawValue-> Swift._SetStorage<Ticket> "
        + "-[member]-> Ticket -.shelf-> Shelf"
    ) {
      $0.tickets = [Ticket(shelf: nil)]
    } strong: {
      $0.tickets = [Ticket(shelf: $0)]
    }
    Kind(
      "empty collections", in: Shelf.self,
      twin: "Shelf -.objects._buffer._storage-> \(storage) -[0]-> Shelf"
    ) { _ in
    } strong: {
      $0.objects = [$0]
    }
  }

  @KindList private static var sequences: [Kind] {
    Kind("LazyMapSequence's closure", in: Shelf.self, "Shelf -.mapped._transform()-> Shelf") {
      shelf in shelf.mapped = [1].lazy.map { _ in shelf }
    }
    Kind(
      "LazyMapSequence's base", in: Shelf.self,
      "Shelf -.any._base._buffer._storage-> \(storage) -[0]-> Shelf"
    ) { $0.any = [$0].lazy.map { $0.count } }
    Kind(
      "LazyMapSequence of others", in: Shelf.self,
      twin: "Shelf -.any._base._buffer._storage-> \(storage) -[0]-> Shelf"
    ) {
      $0.any = [Shelf()].lazy.map { $0.count }
    } strong: {
      $0.any = [$0].lazy.map { $0.count }
    }
    Kind(
      "AnySequence", in: Shelf.self,
      "Shelf -.sequence._box-> "
        + "Swift._SequenceBox<Swift._ClosureBasedSequence<Swift.AnyIterator<Swift.Int>>> "
        + "-._base._makeUnderlyingIterator()-> Shelf"
    ) { shelf in
      shelf.sequence = AnySequence {
        shelf.count += 1
        return AnyIterator([1].makeIterator())
      }
    }
    Kind(
      "AnyIterator", in: Shelf.self,
      "Shelf -.iterator._box-> "
        + "Swift._IteratorBox<Swift._ClosureBasedIterator<Swift.Int>> -._base._body()-> Shelf"
    ) { shelf in shelf.iterator = AnyIterator { shelf.count } }
  }
}
