import CLimit

/// A graph to walk, whose layout the limit knows.
protocol WalkedGraph: AnyObject {
  /// Makes a graph of about `count` heap objects, all of which ``root`` reaches. One reference of each leads to its
  /// neighbour in memory, the others anywhere.
  init(objects count: Int)
  var root: AnyObject { get }
}

/// The shapes of graphs.
enum GraphShape: String, Codable, CaseIterable {
  case twoReferences = "two references each"
  case mixedFields = "fields, arrays, dictionaries"
  case closures = "closures"

  func make(objects count: Int) -> any WalkedGraph {
    switch self {
    case .twoReferences: TwoReferences(objects: count)
    case .mixedFields: MixedFields(objects: count)
    case .closures: Closures(objects: count)
    }
  }

  var limit: limit_shape {
    switch self {
    case .twoReferences: LIMIT_TWO_REFERENCES
    case .mixedFields: LIMIT_MIXED_FIELDS
    case .closures: LIMIT_CLOSURES
    }
  }
}

/// A sequence of numbers that looks random and is the same each time (SplitMix64).
struct Scatter {
  private var state: UInt64 = 0

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }
}
