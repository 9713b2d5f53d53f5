import Dispatch
import LeakCatalogue

/// A dispatch group that is entered once more than it is left.
public enum GroupNeverLeft: Case {
  public static let id = "work-items/group-never-left"
  public static let question =
    "What becomes of the block of `group.notify` when one `leave()` is forgotten?"

  final class Gallery: @unchecked Sendable {
    private(set) var images: [String] = []
    private var isComplete = false
    /// Only to make good what was forgotten: it keeps neither the block nor the gallery.
    private var forgotten: Unmanaged<DispatchGroup>?

    func loadStrongly(_ names: [String]) {
      let group = load(names)
      group.notify(queue: .global()) { self.isComplete = true }
      forgotten = .passRetained(group)
    }

    func loadWeakly(_ names: [String]) {
      load(names).notify(queue: .global()) { [weak self] in self?.isComplete = true }
    }

    /// Loads what has a name. What has none is skipped, and its `leave()` with it.
    private func load(_ names: [String]) -> DispatchGroup {
      let group = DispatchGroup()
      for name in names {
        group.enter()
        guard !name.isEmpty else { continue }
        images.append(name)
        group.leave()
      }
      return group
    }

    /// Leaves the group on every way out of the loop, and waits until the block has been performed.
    func loadLeaving(_ names: [String]) {
      let group = DispatchGroup()
      for name in names {
        group.enter()
        defer { group.leave() }
        guard !name.isEmpty else { continue }
        images.append(name)
      }
      let queue = DispatchQueue(label: "Gallery")
      group.notify(queue: queue) { self.isComplete = true }
      queue.sync {}
    }

    func leave() {
      forgotten?.takeRetainedValue().leave()
      forgotten = nil
    }
  }

  public static let variants: [Variant] = [
    .held(
      "forgotten",
      report: """
        GroupNeverLeft.Gallery is held: 1 instance is kept alive by a block that waits for a DispatchGroup which is not left (closure #1 in GroupNeverLeft.Gallery.loadStrongly(_:)).

          ╭─ a DispatchGroup
          │    closure #1 in GroupNeverLeft.Gallery.loadStrongly(_:)   GroupNeverLeft.swift:18
          │       captures GroupNeverLeft.Gallery (self) strongly
          ╰→ GroupNeverLeft.Gallery

          It goes when each enter() of the group has had its leave(); the group of a work item's notify(queue:) is left when the item has run. Let the work finish, or write [weak self] in the block.
          pattern group-never-left (swift run leakcases show work-items/group-never-left)
          fingerprint 150e3fa6
        """
    ) {
      let gallery = Gallery()
      gallery.loadStrongly(["plum", "", "pear"])
      return gallery
    } sever: { gallery in
      gallery.leave()
    },
    // The group stays with its block, which keeps nothing more.
    .fixed("weak-self") {
      let gallery = Gallery()
      gallery.loadWeakly(["plum", "", "pear"])
      return gallery
    }.leavingMemory(to: "a DispatchGroup that is not left"),
    .fixed("left-by-defer") {
      let gallery = Gallery()
      gallery.loadLeaving(["plum", "", "pear"])
      return gallery
    },
  ]

  public static let why = """
    A group with a block to run keeps itself and the block alive until every `enter()` has had its `leave()`. So the block \
    stays even if nobody stores the group, and no cycle is visible: the gallery is held by a group that nobody can leave any \
    more. Here an early exit in the loop, `continue`, skips the `leave()`.
    """
  public static let fix = """
    Write `defer { group.leave() }` right after `enter()`. With `[weak self]` in the block the gallery is freed, but the group \
    stays with its block.
    """
  public static let source: Source? = nil
}
