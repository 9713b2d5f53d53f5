import LeakCatalogue

/// A registry that finds objects by a key.
public enum DictionaryEntry: Case {
  public static let id = "owners/dictionary-entry"
  public static let question = "Who takes an object out of the registry that it is in?"

  final class Registry {
    var sessions: [String: Session] = [:]
    var weakSessions: [String: WeakSession] = [:]
  }

  final class Session {
    let name: String
    let registry: Registry

    init(name: String, in registry: Registry) {
      self.name = name
      self.registry = registry
    }

    func register() {
      registry.sessions[name] = self
    }

    func registerWeakly() {
      registry.weakSessions[name] = WeakSession(session: self)
    }

    func end() {
      registry.sessions[name] = nil
    }
  }

  struct WeakSession {
    weak var session: Session?
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        DictionaryEntry.Session leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ DictionaryEntry.Session
          │    .registry: DictionaryEntry.Registry
          │    .sessions[value]: DictionaryEntry.Session   DictionaryEntry.swift:9
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ DictionaryEntry.Session

          Take the DictionaryEntry.Session out of DictionaryEntry.Registry.sessions when it is no longer needed, or keep only a weak reference to it there if something else owns it.
          pattern dictionary-entry (swift run leakcases show owners/dictionary-entry)
          fingerprint 08f04fb7
        """
    ) {
      let session = Session(name: "Ada", in: Registry())
      session.register()
      return session
    } sever: { session in
      session.end()
    },
    .fixed("ended") {
      let session = Session(name: "Ada", in: Registry())
      session.register()
      session.end()
      return session
    },
    .fixed("weak-entry") {
      let session = Session(name: "Ada", in: Registry())
      session.registerWeakly()
      return session
    },
  ]

  public static let why = """
    A dictionary owns its values. Looking up an object by name does not feel like owning it, but the registry \
    owns every session until somebody removes it, and a session that knows its registry closes the cycle. A \
    `deinit` that unregisters never runs.
    """
  public static let fix = """
    Remove the entry when the object's work has ended, not when it is deinitialized. Or keep values that refer to \
    the objects weakly: then `deinit` runs and can remove the entry, which otherwise stays, empty.
    """
  public static let source: Source? = nil
}
