/// Which of the closures directly in a function one is, as its name has it: `closure #2 in …`.
struct ClosureNumber: Equatable, ExpressibleByIntegerLiteral {
  /// Counted from 1.
  let value: Int

  /// Whether only those in one expression are counted, of which the compiler makes a closure: others may stand before that.
  var isOfExpression = false

  init(_ value: Int, isOfExpression: Bool = false) {
    self.value = value
    self.isOfExpression = isOfExpression
  }

  init(integerLiteral value: Int) { self.init(value) }
}
