/// How a situation is played.
struct Way: Hashable {
  /// Whether nobody names the object.
  var isUnnamed = false
  /// Whether eight busy tests run beside it.
  var isBusy = false
  /// Whether what holds the object is ended afterwards.
  var isCut = false

  /// Whether reports are printed to their end.
  var isWhole = false

  static let options = ["unnamed", "busy", "cut", "whole"]

  init() {}

  /// `nil` where an argument is not known.
  init?(_ arguments: some Sequence<String>) {
    for argument in arguments {
      switch argument {
      case "--unnamed": isUnnamed = true
      case "--busy": isBusy = true
      case "--cut": isCut = true
      case "--whole": isWhole = true
      default: return nil
      }
    }
  }

  var arguments: [String] {
    (isUnnamed ? ["--unnamed"] : []) + (isBusy ? ["--busy"] : []) + (isCut ? ["--cut"] : [])
  }
}
