import LeakTesting

@testable import LeakExplaining

extension Leak {
  /// The advice without the lines that it names, and then what its edits write.
  var adviceAndEdits: [String] {
    [(path?.advice ?? "").replacing(/\w+\.swift:\d+/, with: "…")]
      + (path?.edits.map(\.replacement) ?? [])
  }
}
