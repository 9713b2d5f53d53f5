import LeakCatalogue

/// Capturing the one property that the closure needs.
public enum PropertyInsteadOfSelf: Case {
  public static let id = "capture-lists/property-instead-of-self"
  public static let question =
    "Can a closure avoid the cycle by capturing a property instead of `self`?"

  final class Storage {
    var values: [String] = []
  }

  final class Recorder {
    let storage = Storage()
    var onValue: ((String) -> Void)?

    func startWithSelf() {
      onValue = { value in self.storage.values.append(value) }
    }

    func startWithProperty() {
      onValue = { [storage] value in storage.values.append(value) }
    }

    func startWithConstant() {
      let target = storage
      onValue = { value in target.values.append(value) }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "self-captured",
      report: """
        PropertyInsteadOfSelf.Recorder leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ PropertyInsteadOfSelf.Recorder
          │    .onValue
          │    closure #1 in PropertyInsteadOfSelf.Recorder.startWithSelf()   PropertyInsteadOfSelf.swift:18
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures PropertyInsteadOfSelf.Recorder (self) strongly
          ╰─ PropertyInsteadOfSelf.Recorder

          Try [weak self] in the closure at PropertyInsteadOfSelf.swift:18.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint befad0c3
        """
    ) {
      let recorder = Recorder()
      recorder.startWithSelf()
      recorder.onValue?("21 °C")
      return recorder
    } sever: { recorder in
      recorder.onValue = nil
    },
    .fixed("property-captured") {
      let recorder = Recorder()
      recorder.startWithProperty()
      recorder.onValue?("21 °C")
      return recorder
    },
    .fixed("constant-captured") {
      let recorder = Recorder()
      recorder.startWithConstant()
      recorder.onValue?("21 °C")
      return recorder
    },
  ]

  public static let why = """
    `self.storage` inside the closure reaches the storage through the recorder, so the closure captures the \
    recorder. `[storage]` reads the property once, when the closure is made, and captures only the object that \
    it found there. The recorder then holds the closure and the storage, the closure holds the storage, \
    and nothing points back.
    """
  public static let fix = """
    Name the property in the capture list, or assign it to a constant first. The closure goes on using the \
    object it captured: if the property is a `var` and is given another object later, the closure does not \
    notice.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "When to use weak self and why")
}
