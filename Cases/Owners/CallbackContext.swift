import LeakCatalogue

/// A C library with a callback, and the pointer that it hands back.
public enum CallbackContext: Case {
  public static let id = "owners/callback-context"
  public static let question =
    "Who releases an object that a C library was given with `Unmanaged.passRetained`?"

  typealias Callback = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void

  /// A C library, as far as memory goes: it keeps a function and a pointer, of which it knows nothing.
  struct Library {
    var callback: Callback?
    var context: UnsafeMutableRawPointer?

    /// Calls back.
    func signal() {
      callback?(context)
    }
  }

  final class Listener {
    private(set) var signals = 0

    func receive() {
      signals += 1
    }

    /// What the library calls: it borrows the object.
    static let callback: Callback = { context in
      guard let context else { return }
      Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().receive()
    }

    func listenRetained(to library: inout Library) {
      library.callback = Self.callback
      library.context = Unmanaged.passRetained(self).toOpaque()
    }

    func listenUnretained(to library: inout Library) {
      library.callback = Self.callback
      library.context = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Takes the object back from the library.
    func stop(_ library: inout Library) {
      library.callback = nil
      library.context = nil
      Unmanaged.passUnretained(self).release()
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "never-released",
      report: """
        CallbackContext.Listener leaked: 1 instance is kept alive by a retain that no reference explains: probably never balanced by a release.

          ╭─ a retain that no reference explains
          ╰→ CallbackContext.Listener

          It has a retain that none of the references found explains. Look for an Unmanaged.passRetained(_:) without its release, memory that was freed with the reference still in it, or a thread that ended with Thread.exit().
          fingerprint f5ba90bd
        """
    ) {
      var library = Library()
      let listener = Listener()
      listener.listenRetained(to: &library)
      library.signal()
      return listener
    } sever: { listener in
      var library = Library()
      listener.stop(&library)
    },
    .fixed("released") {
      var library = Library()
      let listener = Listener()
      listener.listenRetained(to: &library)
      library.signal()
      listener.stop(&library)
      return listener
    },
    .fixed("unretained") {
      var library = Library()
      let listener = Listener()
      listener.listenUnretained(to: &library)
      library.signal()
      return listener
    },
  ]

  public static let why = """
    `passRetained` adds a retain that no variable accounts for, and `takeUnretainedValue` does not balance it: somebody has to \
    release the object once. The library here cannot, since all it has is a pointer; once it drops that pointer, nobody can. \
    Other libraries take a function with the pointer, and call it to destroy what the pointer leads to.
    """
  public static let fix = """
    Release the object where the callback is removed, or in the destroy function where the library takes one. A callback that \
    is called exactly once can take the object over with `takeRetainedValue()`. Where the object outlives its callback, \
    `passUnretained` is enough: it adds no reference.
    """
  public static let source: Source? = nil
}
