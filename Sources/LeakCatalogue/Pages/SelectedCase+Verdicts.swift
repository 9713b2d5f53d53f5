extension SelectedCase {
  /// The names of the variants by the kind of verdict on them, in the order in which the kinds come.
  var variantsByVerdict: [(verdict: String, names: [String])] {
    var groups: [(verdict: String, names: [String])] = []
    for variant in variants {
      let verdict = variant.expectation.kind
      if let index = groups.firstIndex(where: { $0.verdict == verdict }) {
        groups[index].names.append(variant.name)
      } else {
        groups.append((verdict, [variant.name]))
      }
    }
    return groups
  }
}
