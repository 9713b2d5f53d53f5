extension Snippet {
  /// Every snippet, by subject.
  static let all =
    storedClosures + unusualFormatting + commentsAndStrings + captureLists + effectsAndAttributes
    + nestedClosures + functions + storingPlaces + subscriptions + capturedObjects + results
    + genericTypes + delegates + backReferences + values
    + libraries + tasks
}
