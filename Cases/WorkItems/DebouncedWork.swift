import Dispatch
import LeakCatalogue

/// A debouncer: after a pause, it performs only the last of several pieces of work.
public enum DebouncedWork: Case {
  public static let id = "work-items/debounced-work"
  public static let question = "Does a debouncer let go of the work that it has done?"

  final class Debouncer: @unchecked Sendable {
    let queue = DispatchQueue(label: "Debouncer")
    /// Used on the queue alone.
    private var pending: DispatchWorkItem?

    /// Does `action` soon, unless there is another before.
    func debounce(_ action: @escaping @Sendable () -> Void) {
      queue.async { self.schedule(action) }
    }

    /// The same, and lets go of the work before it does it.
    func debounceOnce(_ action: @escaping @Sendable () -> Void) {
      debounce { [weak self] in
        // A cancelled item is not performed, so this one is still the pending one.
        self?.pending = nil
        action()
      }
    }

    private func schedule(_ action: @escaping @Sendable () -> Void) {
      pending?.cancel()
      let item = DispatchWorkItem(block: action)
      pending = item
      queue.asyncAfter(deadline: .now() + 0.01, execute: item)
    }

    /// Forgets the last work. Not to be called on the queue.
    func reset() {
      queue.sync {
        pending?.cancel()
        pending = nil
      }
    }
  }

  final class SearchField: @unchecked Sendable {
    let debouncer = Debouncer()
    private let searched = DispatchSemaphore(value: 0)
    private(set) var searches = 0

    func typeStrongly() {
      debouncer.debounce { self.search() }
    }

    func typeWeakly() {
      debouncer.debounce { [weak self] in self?.search() }
    }

    func typeOnce() {
      debouncer.debounceOnce { self.search() }
    }

    func search() {
      searches += 1
      searched.signal()
    }

    /// Returns when the search is over, and the debouncer's queue has let go of it.
    func waitForSearch() {
      searched.wait()
      debouncer.queue.sync {}
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        DebouncedWork.SearchField leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ DebouncedWork.SearchField
          │    .debouncer: DebouncedWork.Debouncer
          │    .pending: DispatchWorkItem
          │    closure #1 in DebouncedWork.SearchField.typeStrongly()   DebouncedWork.swift:50
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures DebouncedWork.SearchField (self) strongly
          ╰─ DebouncedWork.SearchField

          Try [weak self] in the closure at DebouncedWork.swift:50. Neither performing nor cancelling a work item frees its closure.
          pattern stored-work-item (swift run leakcases show work-items/stored-work-item)
          fingerprint 0c35ca09
        """
    ) {
      let field = SearchField()
      field.typeStrongly()
      field.waitForSearch()
      return field
    } sever: { field in
      field.debouncer.reset()
    },
    .fixed("weak-self") {
      let field = SearchField()
      field.typeWeakly()
      field.waitForSearch()
      return field
    },
    .fixed("forgotten-when-done") {
      let field = SearchField()
      field.typeOnce()
      field.waitForSearch()
      return field
    },
  ]

  public static let why = """
    The debouncer keeps the work item in order to cancel it, and still keeps it after it has been performed: only the next call \
    would replace it. The closure of the work item captured the search field, which owns the debouncer. After the last letter \
    has been typed, there is no next call.
    """
  public static let fix = """
    Make the debouncer drop the work item when it performs it: then its users do not have to think of this. Or write \
    `[weak self]` in the closure.
    """
  public static let source: Source? = nil
}
