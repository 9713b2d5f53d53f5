/// The kit has cases as well: its targets have other names, so that a package can have this one.
public enum Cases {
  public static let all = ["upper", "lower"]
}
