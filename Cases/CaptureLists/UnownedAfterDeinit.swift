import LeakCatalogue

/// The price of `unowned`: a closure that outlives its object ends the process.
public enum UnownedAfterDeinit: Case {
  public static let id = "capture-lists/unowned-after-deinit"
  public static let question =
    "What happens when a closure with `[unowned self]` is called after its object has gone?"

  final class Account {
    let owner: String

    init(owner: String) {
      self.owner = owner
    }

    @inline(never)
    func unownedGreeting() -> () -> String {
      { [unowned self] in "Hello, \(owner)" }
    }

    @inline(never)
    func weakGreeting() -> () -> String {
      { [weak self] in "Hello, \(self?.owner ?? "stranger")" }
    }
  }

  /// A closure that outlives the account it was made by.
  @inline(never)
  static func orphanedGreeting() -> () -> String {
    Account(owner: "Ada").unownedGreeting()
  }

  public static let variants: [Variant] = [
    .crashing(
      "called-too-late",
      message: "Attempted to read an unowned reference but object 0x… was already destroyed"
    ) {
      let greeting = orphanedGreeting()
      print(greeting())
    }.saying("deallocated", insteadOf: "destroyed"),
    .fixed("called-in-time") {
      let account = Account(owner: "Ada")
      let greeting = account.unownedGreeting()
      _ = greeting()
      return account
    },
    .fixed("weak-self") {
      let account = Account(owner: "Ada")
      let greeting = account.weakGreeting()
      _ = greeting()
      return account
    },
  ]

  public static let why = """
    An unowned reference does not keep the object alive, and every read checks that the object still is. When it is \
    not, the program stops at the read, on purpose: going on would use memory that is no longer the account. \
    There is no leak in any of the variants; the question is only what happens to a closure that comes too \
    late.
    """
  public static let fix = """
    Use `[weak self]` for closures that leave the object. Keep `unowned` for what cannot outlive the object by \
    construction, and never reach for `unowned(unsafe)` to silence the crash: it removes the check, not the fault.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "When to use weak self and why")
}
