import LeakDetection

extension LeakReport {
  /// The edits that cut every reported cycle, each once.
  var edits: [SourceEdit] {
    let cuts = leaks.compactMap(\.path).flatMap { [$0] + $0.further }
    var known: Set<SourceEdit> = []
    return cuts.flatMap { $0.remedy?.edits ?? [] }.filter { known.insert($0).inserted }
  }
}
