import LeakCatalogue

/// A folder owns its entries, and an entry knows the folder that it lies in.
public enum ParentBackReference: Case {
  public static let id = "owners/parent-back-reference"
  public static let question = "May a child hold on to its parent?"

  final class Folder {
    let name: String
    var entries: [Entry] = []

    init(name: String) {
      self.name = name
    }

    func add(_ entry: Entry) {
      entries.append(entry)
    }
  }

  class Entry {
    let name: String

    init(name: String) {
      self.name = name
    }
  }

  /// Owns the folder that owns it.
  final class StrongEntry: Entry {
    var folder: Folder?

    init(name: String, in folder: Folder) {
      self.folder = folder
      super.init(name: name)
    }
  }

  /// Knows its folder for as long as there is one.
  final class WeakEntry: Entry {
    weak var folder: Folder?

    init(name: String, in folder: Folder) {
      self.folder = folder
      super.init(name: name)
    }
  }

  /// Knows its folder and relies on it: an entry must not be used after its folder is gone.
  final class UnownedEntry: Entry {
    unowned let folder: Folder

    init(name: String, in folder: Folder) {
      self.folder = folder
      super.init(name: name)
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          ParentBackReference.Folder leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ ParentBackReference.Folder
            │    .entries[0]: ParentBackReference.StrongEntry
            │    .folder: ParentBackReference.Folder   ParentBackReference.swift:31
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ ParentBackReference.Folder

            Try weak var on ParentBackReference.StrongEntry.folder.
            pattern parent-back-reference (swift run leakcases show owners/parent-back-reference)
            fingerprint 425cb599
          """
      ) {
        let folder = Folder(name: "Letters")
        folder.add(StrongEntry(name: "To Ada", in: folder))
        return folder
      } sever: { folder in
        (folder.entries[0] as? StrongEntry)?.folder = nil
      },

      .fixed("weak-parent") {
        let folder = Folder(name: "Letters")
        folder.add(WeakEntry(name: "To Ada", in: folder))
        return folder
      },

      .fixed("unowned-parent") {
        let folder = Folder(name: "Letters")
        folder.add(UnownedEntry(name: "To Ada", in: folder))
        return folder
      },
    ]
  }

  public static let why = """
    Ownership in a tree runs one way, from the root to the leaves. An entry that owns its folder turns \
    every branch of the tree into a cycle: the folder is kept by its own content, whoever else lets \
    go of it. A weak or unowned reference leads back to the parent without owning it.
    """

  public static let fix = """
    Make the reference to the parent `weak`, or `unowned` where a child can never be used without its parent: \
    reading an `unowned` reference after the parent has gone ends the process instead of giving nil, as in \
    `capture-lists/unowned-after-deinit`. It can no longer be read once the parent's `deinit` has begun, so not in the \
    `deinit` of a child either, as in `owners/noncopyable-owner`.
    """

  public static let source: Source? = Source(
    author: "Apple", title: "The Swift Programming Language: Automatic Reference Counting")
}
