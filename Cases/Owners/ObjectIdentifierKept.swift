import LeakCatalogue

/// An object's identity, noted for later.
public enum ObjectIdentifierKept: Case {
  public static let id = "owners/object-identifier-kept"
  public static let question = "Does a stored `ObjectIdentifier` keep its object alive?"

  /// The views that were seen, by identity.
  nonisolated(unsafe) static var seen: Set<ObjectIdentifier> = []

  /// The views that were seen themselves.
  nonisolated(unsafe) static var seenViews: [ObjectIdentifier: View] = [:]

  static func note(_ view: View) {
    seen.insert(ObjectIdentifier(view))
  }

  static func noteItself(_ view: View) {
    seenViews[ObjectIdentifier(view)] = view
  }

  static func forget(_ view: View) {
    seenViews[ObjectIdentifier(view)] = nil
  }

  public static let variants: [Variant] = [
    .held(
      "object-noted",
      report: """
        View is held: 1 instance is kept alive by static ObjectIdentifierKept.seenViews.

          ╭─ static ObjectIdentifierKept.seenViews
          ╰→ View

          It lives as long as that variable refers to it. Clear the variable before the check, or keep only a weak reference there.
          pattern held-by-a-global (swift run leakcases show owners/shared-cache)
          fingerprint 1304ec6b
        """
    ) {
      let view = View()
      noteItself(view)
      return view
    } sever: { view in
      forget(view)
    },
    .fixed("identifier-noted") {
      let view = View()
      note(view)
      return view
    },
  ]

  public static let why = """
    An `ObjectIdentifier` is a number made from the object's address: it is not a reference, and keeps nothing alive. A \
    dictionary that stores the object itself under such a key owns the object.
    """
  public static let fix = """
    Nothing to fix where only identifiers are kept. But take one out when its object goes: another object can get the same \
    address, and then it has the same identifier.
    """
  public static let source: Source? = nil
}
