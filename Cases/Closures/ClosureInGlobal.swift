import LeakCatalogue

/// A handler in a variable that belongs to nobody.
public enum ClosureInGlobal: Case {
  public static let id = "closures/closure-in-global"
  public static let question = "Does a handler in a global variable keep its object alive?"

  /// Called when the user signs out. A variable outside of every type is kept the same.
  nonisolated(unsafe) static var onSignOut: (() -> Void)?

  final class Account {
    var isSignedIn = true

    func observeStrongly() {
      ClosureInGlobal.onSignOut = { self.isSignedIn = false }
    }

    func observeWeakly() {
      ClosureInGlobal.onSignOut = { [weak self] in self?.isSignedIn = false }
    }

    func stopObserving() {
      ClosureInGlobal.onSignOut = nil
    }
  }

  public static let variants: [Variant] = [
    .held(
      "held",
      report: """
        ClosureInGlobal.Account is held: 1 instance is kept alive by static ClosureInGlobal.onSignOut (closure #1 in ClosureInGlobal.Account.observeStrongly()).

          ╭─ static ClosureInGlobal.onSignOut
          │    closure #1 in ClosureInGlobal.Account.observeStrongly()   ClosureInGlobal.swift:15
          │       captures ClosureInGlobal.Account (self) strongly
          ╰→ ClosureInGlobal.Account

          It lives as long as that variable refers to it. Clear the variable before the check, or write [weak self] in the closure at ClosureInGlobal.swift:15.
          pattern held-by-a-global (swift run leakcases show owners/shared-cache)
          fingerprint 7c11a6e6
        """
    ) {
      let account = Account()
      account.observeStrongly()
      onSignOut?()
      return account
    } sever: { account in
      account.stopObserving()
    },
    .fixed("weak-self") {
      let account = Account()
      account.observeWeakly()
      onSignOut?()
      return account
    },
    .fixed("replaced") {
      let account = Account()
      account.observeStrongly()
      let next = Account()
      next.observeStrongly()
      next.stopObserving()
      return account
    },
    .fixed("cleared") {
      let account = Account()
      account.observeStrongly()
      onSignOut?()
      account.stopObserving()
      return account
    },
  ]

  public static let why = """
    A global or static variable lives as long as the process, and what is in it does too. The account does not keep the \
    handler, so there is no cycle: clearing the variable, or putting another handler in it, lets the account go. Until \
    then one account is kept, however many have set a handler.
    """
  public static let fix = """
    Write `[weak self]` in a handler that goes into a global variable. Or clear the variable when the object is done; \
    its `deinit` is too late for that, as it cannot run while the variable holds the handler.
    """
  public static let source: Source? = nil
}
