import LeakHeapModel

extension SuspectContext {
  /// Whether the file of the suspect's closure makes an object like the captured `self` and drops it: the closure may be meant to keep it
  /// until the work is done.
  var isDroppedInSource: Bool {
    guard isSelf, suspect.isKeptByClosures, let name = capturedType?.name,
      let place = suspect.place,
      let source = SourceFiles.shared.source(of: place)
    else { return false }
    return source.dropsObjects(ofClassNamed: name)
  }
}
