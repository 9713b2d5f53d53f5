import LeakDetection

extension LeakReport {
  /// The edits that cut every reported cycle, each once.
  var edits: [LeakReport.SourceEdit] {
    var known: Set<LeakReport.SourceEdit> = []
    return leaks.compactMap(\.path).flatMap(\.editsOfAll).filter { known.insert($0).inserted }
  }
}

extension LeakReport.RetainPath {
  /// The edits that cut the cycle, and the others beside it.
  var editsOfAll: [LeakReport.SourceEdit] { ([self] + further).flatMap(\.edits) }
}
