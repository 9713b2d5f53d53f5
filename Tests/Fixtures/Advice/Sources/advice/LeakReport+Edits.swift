import LeakDetection

extension LeakReport {
  /// The edits that cut every reported cycle, each once.
  var edits: [SourceEdit] {
    var known: Set<SourceEdit> = []
    return leaks.compactMap(\.path).flatMap(\.edits).filter { known.insert($0).inserted }
  }
}

extension RetainPath {
  /// The edits that cut the cycle, and the others beside it.
  var edits: [SourceEdit] { ([self] + further).flatMap { $0.remedy?.edits ?? [] } }
}
