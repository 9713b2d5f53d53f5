import CaseCatalogue

/// A structure that stores a closure using its own `self`.
public enum ValueTypeSelf: Case {
  public static let id = "closures/value-type-self"
  public static let question = "Does a stored closure need a weak `self` when `self` is a struct?"

  /// Owned by the cart, and gone with it: what tells that the cart is gone.
  final class Receipt {
    var lines: [String] = []
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
    are shared by the copies, and such an object can still close a cycle if it stores the closure itself.
    """
  public static let fix = """
    Nothing to fix. Look twice in two places only: an object that the struct holds, if that object keeps the \
    closure; and a closure that captures a *variable* of struct type and is stored in that same variable, \
    because a captured variable lives in a box with an identity of its own.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "When to use weak self and why")
}
