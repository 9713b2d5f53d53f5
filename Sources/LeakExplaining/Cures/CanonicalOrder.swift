import LeakDeciding
import LeakHeapModel
import LeakHeapReading

/// Puts the objects of a component into an order that is the same whichever object the heap was read from, as far as their types
/// and references tell them apart.
struct CanonicalOrder {
  /// What lies so many references further tells two objects apart.
  private static let rounds = 4

  private let graph: HeapGraph
  private let evidence: HeapEvidence
  private var labelHashes: [UInt64?]
  private var typeHashes: [UInt64?]

  private init(_ graph: HeapGraph, _ evidence: HeapEvidence) {
    self.graph = graph
    self.evidence = evidence
    labelHashes = Array(repeating: nil, count: graph.labels.count)
    typeHashes = Array(repeating: nil, count: graph.types.count)
  }

  /// `members` in that order.
  ///
  /// - Complexity: O((*n* + *r*) log *n*) in the number of members and their references.
  static func sorted(
    _ members: [HeapGraph.ObjectID], in graph: HeapGraph, of evidence: HeapEvidence
  ) -> [HeapGraph.ObjectID] {
    if members.count < 2 { return members }
    var order = CanonicalOrder(graph, evidence)
    let hashes = order.hashes(of: members)
    return members.indices.sorted { (hashes[$0], $0) < (hashes[$1], $1) }.map { members[$0] }
  }

  private mutating func hashes(of members: [HeapGraph.ObjectID]) -> [UInt64] {
    let positions = ObjectPositions(of: members, in: graph)
    var hashes = members.map { typeHash(of: $0) }
    var references: [(hash: UInt64, source: UInt32, target: UInt32)] = []
    references.reserveCapacity(graph.referenceCount(from: members))
    for (source, member) in members.enumerated() {
      for reference in graph.references(from: member) {
        guard let target = positions[graph.target(of: reference)] else { continue }
        references.append((hash(of: reference), UInt32(source), UInt32(target)))
      }
    }
    for _ in 0..<Self.rounds {
      let before = hashes
      // The order of references is that of their places, but not in hashed collections.
      for reference in references {
        hashes[Int(reference.source)] &+= Self.mixed(
          reference.hash, before[Int(reference.target)])
      }
    }
    return hashes
  }

  private mutating func typeHash(of object: HeapGraph.ObjectID) -> UInt64 {
    let type = Int(graph.objects[object].type)
    if let known = typeHashes[type] { return known }
    let hash = Self.hash(of: graph.types[type].name)
    typeHashes[type] = hash
    return hash
  }

  private mutating func hash(of reference: HeapGraph.ReferenceID) -> UInt64 {
    let hash = labelHash(of: reference)
    guard let name = graph.function(of: reference).flatMap(evidence.name) else { return hash }
    return Self.mixed(hash, Self.hash(of: name.text))
  }

  private mutating func labelHash(of reference: HeapGraph.ReferenceID) -> UInt64 {
    let index = Int(graph.references[reference].label)
    if let known = labelHashes[index] { return known }
    let label = graph.labels[index]
    let place = UInt64(label.role.rawValue) << 32 &+ UInt64(label.captureIndex + 1)
    let hash = Self.mixed(Self.hash(of: label.path), place)
    labelHashes[index] = hash
    return hash
  }

  /// The 64-bit FNV-1a hash: the same in every process.
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var hash = left &* 0x9E37_79B9_7F4A_7C15 ^ right
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }
}
