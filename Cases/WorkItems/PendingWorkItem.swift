import Dispatch
import LeakCatalogue

/// A work item in a property, which `asyncAfter` has not performed yet.
public enum PendingWorkItem: Case {
  public static let id = "work-items/pending-work-item"
  public static let question =
    "Does `cancel()` let go of a work item that `asyncAfter` has not performed yet?"

  final class Search: @unchecked Sendable {
    let queue = DispatchQueue(label: "Search")
    var terms: [String] = []
    private var pending: DispatchWorkItem?

    /// Searches in two seconds, unless the user goes on typing.
    func typeStrongly(_ term: String) {
      submit(DispatchWorkItem { self.terms.append(term) })
    }

    func typeWeakly(_ term: String) {
      submit(DispatchWorkItem { [weak self] in self?.terms.append(term) })
    }

    private func submit(_ workItem: DispatchWorkItem) {
      cancel()
      pending = workItem
      queue.asyncAfter(deadline: .now() + 2, execute: workItem)
    }

    func cancel() {
      pending?.cancel()
      pending = nil
    }
  }

  public static let variants: [Variant] = [
    .held(
      "stored",
      report: """
        PendingWorkItem.Search is held: 1 instance is kept alive by a block that asyncAfter is to run within 2 s (closure #1 in PendingWorkItem.Search.typeStrongly(_:)); after that a retain cycle keeps it, unless it is broken by then.

          ╭─ asyncAfter
          │    closure #1 in PendingWorkItem.Search.typeStrongly(_:)   PendingWorkItem.swift:17
          │       captures PendingWorkItem.Search (self) strongly
          ╰→ PendingWorkItem.Search

          It goes when the time of the work item has come, also after cancel(). Allow more time, or write [weak self] in its closure.

          After that:

          ╭→ PendingWorkItem.Search
          │    .pending: DispatchWorkItem
          │    closure #1 in PendingWorkItem.Search.typeStrongly(_:)   PendingWorkItem.swift:17
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures PendingWorkItem.Search (self) strongly
          ╰─ PendingWorkItem.Search

          Try [weak self] in the closure at PendingWorkItem.swift:17. Neither performing nor cancelling a work item frees its closure.
          pattern pending-work-item (swift run leakcases show work-items/pending-work-item)
          fingerprint 3b4c13c4
        """
    ) {
      let search = Search()
      search.typeStrongly("plum")
      return search
    } sever: { search in
      search.cancel()
    },
    .late(
      "cancelled", atLeast: .seconds(2),
      report: """
        PendingWorkItem.Search went late, held meanwhile by a block that asyncAfter is to run within 2 s (closure #1 in PendingWorkItem.Search.typeStrongly(_:)).
        """
    ) {
      let search = Search()
      search.typeStrongly("plum")
      search.cancel()
      return search
    },
    .fixed("weak-self") {
      let search = Search()
      search.typeWeakly("plum")
      return search
    },
  ]

  public static let why = """
    A queue keeps a work item until its time has come, and the item keeps its closure; `cancel()` only sets a flag that makes \
    the queue skip the item then. A search that is dropped after `cancel()` is therefore freed when the delay has passed. A search \
    that still stores its item is not freed even then: the search keeps the item, and the item keeps the search.
    """
  public static let fix = """
    Write `[weak self]` in the work item's closure: the search then goes at once. Cancelling and clearing the \
    property is not enough where the delay is long.
    """
  public static let source: Source? = nil
}
