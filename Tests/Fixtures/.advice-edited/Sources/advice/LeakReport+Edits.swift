import LeakDetection

extension LeakReport {
  /// The edits that cut every reported cycle, each once.
  var edits: [LeakReport.SourceEdit] {
    var known: Set<LeakReport.SourceEdit> = []
    return leaks.compactMap(\.path).flatMap(\.edits).filter { known.insert($0).inserted }
  }
}

extension LeakReport.RetainPath {
  /// The edits that cut the cycle, and the others beside it.
  var edits: [LeakReport.SourceEdit] { ([self] + further).flatMap { $0.remedy?.edits ?? [] } }
}
