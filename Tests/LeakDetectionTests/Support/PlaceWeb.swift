import LeakHeapModel
import SeededRandom

/// Objects that refer to one another by chance, the places in the source that they do so at, and what is the least to change there.
struct PlaceWeb {
  /// A place in the source.
  struct Place: Hashable {
    var name: String
    /// The smaller the better.
    var quality: Int

    static let capture = 1
    static let weakable = 2
    static let property = 3
    /// What holds a closure is not changed, but what that captures.
    static let handler = 4
  }

  private(set) var sketch = HeapSketch()
  /// The place of each reference.
  private var places: [Place] = []

  func place(of reference: HeapGraph.ReferenceID) -> Place { places[reference] }

  func quality(of place: Place) -> Int { place.quality }

  /// References that are each at a place of its own.
  init(apart references: Int, among count: Int, by generator: inout SplitMix64) {
    for number in 0..<count { _ = sketch.instance("Shop.Part\(number)") }
    // Now and then all are equally good.
    let odds = Int.random(in: 0...2, using: &generator)
    let ends = (0..<references).map { _ in
      (Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator))
    }
    for (number, ends) in ends.sorted(by: { $0.0 < $1.0 }).enumerated() {
      let canBeWeak = Int.random(in: 0..<2, using: &generator) < odds
      refer(ends.0, to: ends.1, at: "part\(number)", of: "Part\(ends.0)", canBeWeak: canBeWeak)
    }
  }

  /// References at places that two or three objects of one type have, as a rule.
  init(shared references: Int, among count: Int, by generator: inout SplitMix64) {
    let types = max(1, count / Int.random(in: 2...3, using: &generator))
    let odds = Int.random(in: 0...2, using: &generator)
    for number in 0..<count { _ = sketch.instance("Shop.Part\(number % types)") }
    let weakable = (0..<types).map { _ in
      (0...references).map { _ in Int.random(in: 0..<2, using: &generator) < odds }
    }
    let sources = (0..<references).map { _ in Int.random(in: 0..<count, using: &generator) }
    var numbers = Array(repeating: 0, count: count)
    for source in sources.sorted() {
      let number = numbers[source]
      numbers[source] += 1
      refer(
        source, to: Int.random(in: 0..<count, using: &generator), at: "part\(number)",
        of: "Part\(source % types)", canBeWeak: weakable[source % types][number])
    }
  }

  /// Objects of three types and closures of three functions, each of which captures two objects.
  init(closuresAmong count: Int, by generator: inout SplitMix64) {
    let contexts = Int.random(in: 0...count / 2, using: &generator)
    let instances = count - contexts
    let functions = (0..<3).map { sketch.function("closure #\($0 + 1) in start()") }
    for number in 0..<instances { _ = sketch.instance("Shop.Part\(number % 3)") }
    for _ in 0..<contexts { _ = sketch.object(.closureContext) }
    for source in 0..<instances {
      for number in 0..<Int.random(in: 0...3, using: &generator) {
        let target = Int.random(in: 0..<count, using: &generator)
        if target < instances {
          refer(source, to: target, at: "part\(number)", of: "Part\(source % 3)", canBeWeak: true)
        } else {
          sketch.refer(
            source, to: target, .property("handler\(number)"), function: functions[target % 3])
          places.append(Place(name: "Part\(source % 3).handler\(number)", quality: Place.handler))
        }
      }
    }
    for source in instances..<count {
      for capture in 0..<2 {
        let target = Int.random(in: 0..<instances, using: &generator)
        sketch.refer(source, to: target, .capture(capture, of: 2))
        places.append(Place(name: "closure \(source % 3), \(capture)", quality: Place.capture))
      }
    }
  }

  private mutating func refer(
    _ source: Int, to target: Int, at property: String, of type: String, canBeWeak: Bool
  ) {
    sketch.refer(source, to: target, .property(property, canBeWeak: canBeWeak))
    places.append(
      Place(
        name: "\(type).\(property)", quality: canBeWeak ? Place.weakable : Place.property))
  }

  /// Whether nothing among `members` keeps anything else when the references at `cut` are gone.
  func isCured(_ members: [HeapGraph.ObjectID], by cut: Set<Place>) -> Bool {
    let own = Set(members)
    let graph = sketch.graph
    let rest = graph.filteringReferences {
      !cut.contains(places[$0]) && own.contains(graph.source(of: $0))
        && own.contains(graph.target(of: $0))
    }
    return !rest.stronglyConnectedComponents().contains(where: \.containsCycle)
  }
}
