import LeakExplaining

extension LeakReport {
  /// The text without the places of its steps: an optimised build has other lines of closures, and need not have one of a class.
  var textWithoutLines: String {
    description.replacing(/[ ]{3}(≈ )?\w+\.swift:\d+/, with: "")
  }

  /// The same without how much only the cycle keeps: a word that is left over in a task's frame may lead to what nothing else keeps.
  var textWithoutSizes: String {
    textWithoutLines.replacing(/, and \d+ objects? only it keeps alive, \d+ bytes/, with: "")
  }
}
