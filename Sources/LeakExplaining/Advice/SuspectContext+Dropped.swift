import LeakHeapModel

extension SuspectContext {
  /// Whether the file of the suspect's closure, or another one of the package that is not of tests, makes an object like the captured
  /// `self` and drops it: the closure may be meant to keep it until the work is done.
  var isDroppedInSource: Bool {
    guard isSelf, suspect.isKeptByClosures, let name = capturedType?.name,
      let place = suspect.place,
      let source = SourceFiles.shared.source(of: place)
    else { return false }
    let question = SourceFiles.Question(kind: .drops, path: source.path, parts: [name])
    return SourceFiles.shared.answer(to: question) {
      if source.dropsObjects(ofClassNamed: name) { return true }
      let words = source.tokens.tokens
      let heads = ["class", "actor"].flatMap { words.heads(of: name, keyword: $0) }
      guard let names = heads.first.map(words.names(ofTypeAt:)) ?? [name],
        let others = SourceFiles.shared.others(than: source, havingOneOf: [names])
      else { return false }
      return others.contains { !$0.isOfTests && $0.dropsObjects(ofClassNamed: name) }
    }
  }
}

extension SourceFiles.Source {
  /// Whether it is a file of tests, which let go of what a program keeps.
  fileprivate var isOfTests: Bool {
    let words = tokens.tokens
    return zip(words, words.dropFirst()).contains {
      $0.text == "import" && ["Testing", "XCTest"].contains($1.text)
    }
  }
}
