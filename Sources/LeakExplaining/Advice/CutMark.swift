/// What is written beside a reference to change, in code and in pictures.
package enum CutMark {
  /// What an advice says where another reference may as well be the one to change.
  static let undecided = "the code does not tell which"

  /// The mark for the reference that an advice is about.
  package static func text(for advice: String) -> String {
    advice.contains(undecided) ? "cut here, or the reference back" : "cut here"
  }
}
