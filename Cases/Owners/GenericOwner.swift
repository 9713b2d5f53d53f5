import LeakCatalogue

/// A generic container whose content leads back to it.
public enum GenericOwner: Case {
  public static let id = "owners/generic-owner"
  public static let question = "Can a property of a generic type be `weak`?"

  final class Slot<Content> {
    var content: Content?
  }

  final class WeakSlot<Content: AnyObject> {
    weak var content: Content?
  }

  final class Shelf {
    let slot = Slot<Shelf>()
    let weakSlot = WeakSlot<Shelf>()

    func fill() {
      slot.content = self
    }

    func fillWeakly() {
      weakSlot.content = self
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        GenericOwner.Shelf leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ GenericOwner.Shelf
          │    .slot: GenericOwner.Slot<GenericOwner.Shelf>
          │    .content: GenericOwner.Shelf   GenericOwner.swift:9
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ GenericOwner.Shelf

          GenericOwner.Slot<GenericOwner.Shelf>.content cannot be weak: its type is a generic parameter that may stand for anything. Let the parameter be an AnyObject, or store a small struct with a weak var in it, or take the GenericOwner.Shelf out when it is no longer needed.
          pattern generic-property (swift run leakcases show owners/generic-owner)
          fingerprint aa578a6f
        """
    ) {
      let shelf = Shelf()
      shelf.fill()
      return shelf
    } sever: { shelf in
      shelf.slot.content = nil
    },
    .fixed("class-bound-and-weak") {
      let shelf = Shelf()
      shelf.fillWeakly()
      return shelf
    },
    .fixed("taken-out") {
      let shelf = Shelf()
      shelf.fill()
      shelf.slot.content = nil
      return shelf
    },
  ]

  public static let why = """
    A generic parameter may stand for a structure as well as for a class, and only a reference to an object can be `weak`. \
    So `weak var content: Content?` does not compile, unless the parameter is declared as `Content: AnyObject`.
    """
  public static let fix = """
    Constrain the parameter to `AnyObject` if it is always a class, and declare the property `weak`. Otherwise take the object \
    out when the work is done.
    """
  public static let source: Source? = nil
}
