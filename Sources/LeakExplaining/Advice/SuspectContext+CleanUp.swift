import LeakHeapModel

extension SuspectContext {
  /// What to do with a closure that captures `self`, and that a `deinit` of the class which stores it calls: a weak `self` is `nil` by then
  /// where that object is `self`, or goes with `self`.
  var cleanUp: String? {
    guard isSelf, let property = propertyOfClosure, let name = property.label.propertyName,
      property.source.visibility == .program, let place = suspect.place,
      let source = SourceFiles.shared.source(of: place),
      let type = TypeName(property.source.name).own,
      source.callsInDeinit(name, ofClassNamed: type)
    else { return nil }
    let reason = "and not self: a deinit calls it, and a weak self may be nil by then."
    return membersUsed.map {
      "Let \(self.place) capture what it uses, [\($0.joined(separator: ", "))], \(reason)"
    } ?? "Let \(self.place) capture the parts of \(target) that it uses \(reason)"
  }
}
