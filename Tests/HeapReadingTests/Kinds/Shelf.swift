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

  func fill() {
    for number in 0..<100 { named["\(number)"] = Shelf() }
  }
}

final class Ticket: Hashable {
  let shelf: Shelf?
  init(shelf: Shelf?) { self.shelf = shelf }
  static func == (left: Ticket, right: Ticket) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
