extension RandomHeap {
  /// A structure with what does not keep alive, between what does.
  struct Frame<Value> {
    var isFirst: Bool
    var value: Value
    weak var observer: Part?
    unowned var maker: Part
    var position: Int16 = 0
    unowned(unsafe) var helper: Part
    var other: Value?
  }

  /// A structure that can be a key.
  struct Keyed<Value>: Hashable {
    var number: Int
    var value: Value

    static func == (left: Keyed, right: Keyed) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
    }
  }

  /// An enumeration with several payloads.
  enum Choice<Value> {
    case none
    case one(Value)
    case pair(Int8, Value)
    case text(String)
    case part(Part)
    case functions(() -> Value, () -> Void)
    case nothing
  }

  /// An enumeration whose payloads are boxed.
  indirect enum Chain<Value> {
    case end
    case link(Value, Chain)
  }

  /// An existential's value, an error, and a value that fits no three words.
  struct Label<Value>: Named, Error, @unchecked Sendable {
    var number: Int
    var value: Value
  }
}
