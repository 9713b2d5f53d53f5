/// What a search of a copy says about an object.
enum FoundAnswer {
  case held(FoundWay)
  case lost(FoundWay)
  case unreached(referrers: [UInt])
  /// A long way leads there, most of which is that to the object at this position among those that were asked about.
  case along(Int)
  /// The way is told as that to the object at this position is: it has the same beginning, and leads on alike.
  case beside(Int)
  /// The object is in no block that the search found: the allocator may have been at work there.
  case unread
  case unknown(String)

  /// Whether something is known that holds the object.
  var isHeld: Bool { if case .held = self { true } else { false } }

  /// Whether no word of the process explains a retain.
  var isLost: Bool { if case .lost = self { true } else { false } }

  /// The work that the way begins at, if that is what holds the object.
  var work: UInt? {
    guard case .held(let way) = self, way.root == .object else { return nil }
    return way.hops.first?.block
  }

  /// The way that is told, if there is one.
  var way: FoundWay? {
    switch self {
    case .held(let way), .lost(let way): way
    case .unreached, .along, .beside, .unread, .unknown: nil
    }
  }
}
