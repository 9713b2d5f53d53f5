import LeakCatalogue

/// A delegate's protocol that structures could conform to as well.
public enum DelegateWithoutClassBound: Case {
  public static let id = "owners/delegate-without-class-bound"
  public static let question = "Why does the compiler not let me declare this delegate `weak`?"

  protocol PickerDelegate {
    func picked(_ row: Int)
  }

  protocol WeakPickerDelegate: AnyObject {
    func picked(_ row: Int)
  }

  final class Picker {
    var delegate: (any PickerDelegate)?
    weak var weakDelegate: (any WeakPickerDelegate)?
  }

  final class Settings: PickerDelegate, WeakPickerDelegate {
    let picker = Picker()

    func picked(_ row: Int) {}
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        DelegateWithoutClassBound.Settings leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ DelegateWithoutClassBound.Settings
          │    .picker: DelegateWithoutClassBound.Picker
          │    .delegate: DelegateWithoutClassBound.Settings   DelegateWithoutClassBound.swift:17
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ DelegateWithoutClassBound.Settings

          Derive the protocol of DelegateWithoutClassBound.Picker.delegate from AnyObject, and make it an optional weak var: only a class-bound protocol can be weak. Or keep only a weak reference to what is an object there.
          pattern delegate-without-class-bound (swift run leakcases show owners/delegate-without-class-bound)
          fingerprint 85ea422a
        """
    ) {
      let settings = Settings()
      settings.picker.delegate = settings
      return settings
    } sever: { settings in
      settings.picker.delegate = nil
    },
    .fixed("class-bound") {
      let settings = Settings()
      settings.picker.weakDelegate = settings
      return settings
    },
  ]

  public static let why = """
    Only a reference to an object can be weak, and a structure may conform to a protocol that does not demand \
    `AnyObject`. So the compiler refuses `weak`. Without the word the property compiles, and owns its delegate.
    """
  public static let fix = """
    Derive the protocol from `AnyObject`, and declare the property `weak`.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "The Swift Programming Language: Protocols")
}
