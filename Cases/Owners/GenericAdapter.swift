import LeakCatalogue

/// An adapter that hides the type of what it wraps.
public enum GenericAdapter: Case {
  public static let id = "owners/generic-adapter"
  public static let question = "Does a type-erasing wrapper keep what it wraps?"

  protocol ItemSource: AnyObject {
    associatedtype Item
    func item(at index: Int) -> Item
  }

  /// Stands for any source of these items.
  final class AnyItemSource<Item> {
    let item: (Int) -> Item

    init<Base: ItemSource>(_ base: Base) where Base.Item == Item {
      item = { index in base.item(at: index) }
    }
  }

  /// Stands for any source of these items as long as there is one.
  final class WeakItemSource<Item> {
    let item: (Int) -> Item?

    init<Base: ItemSource>(_ base: Base) where Base.Item == Item {
      item = { [weak base] index in base?.item(at: index) }
    }
  }

  final class List {
    var source: AnyItemSource<String>?
    var weakSource: WeakItemSource<String>?

    func firstItem() -> String? {
      source?.item(0) ?? weakSource?.item(0) ?? nil
    }
  }

  final class Contacts: ItemSource {
    let list = List()

    func item(at index: Int) -> String { "Contact \(index)" }

    func show() {
      list.source = AnyItemSource(self)
    }

    func showWeakly() {
      list.weakSource = WeakItemSource(self)
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        GenericAdapter.Contacts leaked: 1 instance is kept alive by a retain cycle of 4 strong references.

          ╭→ GenericAdapter.Contacts
          │    .list: GenericAdapter.List
          │    .source: GenericAdapter.AnyItemSource<String>
          │    .item
          │    closure #1 in GenericAdapter.AnyItemSource.init(_:)   GenericAdapter.swift:18
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures base: GenericAdapter.Contacts strongly
          ╰─ GenericAdapter.Contacts

          Try [weak base] in the closure at GenericAdapter.swift:18. Its type, a generic parameter, has to be an AnyObject for that.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint ad87f31e
        """,
      // The closure was made for this one type, and the name of what it captures is lost.
      optimized: """
        GenericAdapter.Contacts leaked: 1 instance is kept alive by a retain cycle of 4 strong references.

          ╭→ GenericAdapter.Contacts
          │    .list: GenericAdapter.List
          │    .source: GenericAdapter.AnyItemSource<String>
          │    .item
          │    closure #1 in GenericAdapter.AnyItemSource.init(_:)   GenericAdapter.swift:18
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures GenericAdapter.Contacts strongly
          ╰─ GenericAdapter.Contacts

          Try a weak capture of GenericAdapter.Contacts in the closure at GenericAdapter.swift:18. If it is declared with a generic parameter as its type, that has to be an AnyObject for it. Decide what it returns when the GenericAdapter.Contacts has gone.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint ad87f31e
        """
    ) {
      let contacts = Contacts()
      contacts.show()
      _ = contacts.list.firstItem()
      return contacts
    } sever: { contacts in
      contacts.list.source = nil
    },
    .fixed("weak-base") {
      let contacts = Contacts()
      contacts.showWeakly()
      _ = contacts.list.firstItem()
      return contacts
    },
  ]

  public static let why = """
    A wrapper hides the type of what is in it, not the reference: its closure captured the base. On a plain delegate \
    property the missing `weak` would have been noticed; a source that is wrapped looks like a value, and the list owns it.
    """
  public static let fix = """
    Let a wrapper for delegates and sources capture its base weakly, and say so in its name. Its results are then \
    optionals.
    """
  public static let source: Source? = nil
}
