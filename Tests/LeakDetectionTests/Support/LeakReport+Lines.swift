import LeakExplaining

extension LeakReport {
  /// The text without the places of its steps: an optimised build has other lines of closures, and need not have one of a class.
  var textWithoutLines: String {
    description.replacing(/[ ]{3}(≈ )?\w+\.swift:\d+/, with: "")
  }
}
