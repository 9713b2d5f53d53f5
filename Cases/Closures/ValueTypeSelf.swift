import LeakCatalogue

/// A structure that stores a closure using its own `self`.
public enum ValueTypeSelf: Case {
  public static let id = "closures/value-type-self"
  public static let question = "Does a stored closure need a weak `self` when `self` is a struct?"

  /// Owned by the cart, and gone with it: what tells that the cart is gone.
  final class Receipt {
    var lines: [String] = []
    var onPrint: (() -> Void)?
  }

  struct Cart {
    let receipt = Receipt()
    var items: [String] = []
    var onCheckout: (() -> Void)?

    mutating func prepare() {
      let copy = self
      onCheckout = { copy.receipt.lines += copy.items }
    }

    /// Captures `self` as it is now: a copy, and one that does not have the closure.
    func checkoutAction() -> () -> Void {
      { self.receipt.lines += self.items }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "kept-by-an-object-in-it",
      report: """
        ValueTypeSelf.Receipt leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ValueTypeSelf.Receipt
          │    .onPrint
          │    closure #1 in ValueTypeSelf.Cart.checkoutAction()   ValueTypeSelf.swift:26
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures self.receipt: ValueTypeSelf.Receipt strongly
          ╰─ ValueTypeSelf.Receipt

          Try a weak capture of the ValueTypeSelf.Receipt alone in the closure at ValueTypeSelf.swift:26, as in [weak receipt]: it captures a whole value, whose receipt keeps the ValueTypeSelf.Receipt.
          pattern captured-value (swift run leakcases show capture-lists/captured-value)
          fingerprint b0f08da6
        """,
      // Of the copy only the object is captured.
      optimized: """
        ValueTypeSelf.Receipt leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ValueTypeSelf.Receipt
          │    .onPrint
          │    closure #1 in ValueTypeSelf.Cart.checkoutAction()   ValueTypeSelf.swift:26
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures ValueTypeSelf.Receipt strongly
          ╰─ ValueTypeSelf.Receipt

          Try a weak capture of the ValueTypeSelf.Receipt alone in the closure at ValueTypeSelf.swift:26: it captures a whole value, whose receipt keeps the ValueTypeSelf.Receipt.
          pattern captured-value (swift run leakcases show capture-lists/captured-value)
          fingerprint b0f08da6
        """
    ) {
      let cart = Cart(items: ["pen", "paper"])
      cart.receipt.onPrint = cart.checkoutAction()
      cart.receipt.onPrint?()
      return cart.receipt
    } sever: { receipt in
      receipt.onPrint = nil
    },
    .fixed("kept-by-an-object-weakly") {
      let cart = Cart(items: ["pen", "paper"])
      cart.receipt.onPrint = { [weak receipt = cart.receipt, items = cart.items] in
        receipt?.lines += items
      }
      cart.receipt.onPrint?()
      return cart.receipt
    },
    .fixed("self-captured") {
      var cart = Cart(items: ["pen", "paper"])
      cart.onCheckout = cart.checkoutAction()
      cart.onCheckout?()
      return cart.receipt
    },
    .fixed("copy-captured") {
      var cart = Cart(items: ["pen", "paper"])
      cart.prepare()
      cart.onCheckout?()
      return cart.receipt
    },
  ]

  public static let why = """
    A struct has no identity to point back to. A closure that uses its `self` gets a copy, taken before the \
    closure was stored, and the copy's own closure property is still `nil`: the references run in one \
    direction and end. That is why `weak` does not even compile for a struct. Objects *inside* the struct \
    are shared by the copies, and such an object closes a cycle if it stores the closure itself.
    """
  public static let fix = """
    Nothing to fix where the struct keeps the closure. Where an object in the struct keeps it, capture only the parts of \
    the struct that the closure needs, and that object weakly.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "When to use weak self and why")
}
