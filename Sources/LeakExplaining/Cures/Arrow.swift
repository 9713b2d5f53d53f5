/// A reference between two objects of a small component.
struct Arrow {
  var source: Int
  var target: Int
  /// `nil` where it cannot be cut.
  var place: CutPlaces.Place?

  private var isLoop: Bool { source == target }

  /// The same cycles among fewer objects: one that only one other refers to, or that refers to only one other, is joined with that
  /// where the reference cannot be cut. `nil` where there is a cycle that cannot be cut.
  ///
  /// - Complexity: O(*n* · *r*) in the number of objects and references.
  static func joined(_ arrows: [Arrow]) -> [Arrow]? {
    var arrows = arrows
    while !arrows.contains(where: { $0.isLoop && $0.place == nil }) {
      var sources: [Int: Set<Int>] = [:]
      var targets: [Int: Set<Int>] = [:]
      for arrow in arrows where !arrow.isLoop {
        sources[arrow.target, default: []].insert(arrow.source)
        targets[arrow.source, default: []].insert(arrow.target)
      }
      let joint = arrows.first {
        $0.place == nil && (sources[$0.target]!.count == 1 || targets[$0.source]!.count == 1)
      }
      guard let joint else { return arrows }
      arrows.removeAll { $0.source == joint.source && $0.target == joint.target }
      for index in arrows.indices {
        if arrows[index].source == joint.target { arrows[index].source = joint.source }
        if arrows[index].target == joint.target { arrows[index].target = joint.source }
      }
    }
    return nil
  }
}
