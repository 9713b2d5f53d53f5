import LeakDeciding
import LeakHeapModel
import LeakSymbolication

extension HeapEvidence {
  /// The same, where an object is also made by the class whose code allocated it, as was recorded. Optimised code makes objects
  /// without a call of their initializers.
  func knowingMakers(in reading: CheckReading) -> HeapEvidence {
    var evidence = self
    evidence.makes = { [graph, makes] maker, made in
      if makes(maker, made) { return true }
      // Where the code tells it the other way round, it tells enough.
      guard graph.type(of: maker).visibility == .program, !makes(made, maker),
        let site = reading.site(of: made),
        let function = AllocationSite.maker(among: site, of: graph.type(of: made).name)?.function,
        let type = function.enclosingType, let module = function.module
      else { return false }
      return graph.type(of: maker).isKind(of: "\(module).\(type)")
    }
    return evidence
  }
}

extension CheckReading {
  /// The calls that allocated an object, where that was recorded.
  ///
  /// - Complexity: O(*n*) in the number of the check's objects.
  fileprivate func site(of object: HeapGraph.ObjectID) -> [UInt]? {
    guard let position = found.firstIndex(of: object), position >= namedCount else { return nil }
    return recorded[position - namedCount].site
  }
}
