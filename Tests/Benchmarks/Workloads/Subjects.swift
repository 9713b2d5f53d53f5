/// What the loops allocate: a small object, as most are.
final class Leaf {
  let number: Int
  var next: Leaf?

  init(_ number: Int) {
    self.number = number
  }
}

// Not inlined: the optimizer puts an object that it sees die on the stack.
@inline(never)
func makeLeaf(_ number: Int) -> Leaf { Leaf(number) }

@inline(never)
func makeClosure(_ number: Int, _ leaf: Leaf) -> () -> Int { { leaf.number &+ number } }
