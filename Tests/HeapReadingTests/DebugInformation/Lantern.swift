/// What the described variables have.
final class Lantern: Shining, Sendable {}

protocol Shining {}

struct LanternPair {
  var first: Lantern
  var number: Int
}

struct Crate<Content> {
  var content: Content
  var number = 1
}

enum LanternState {
  case lit(Lantern)
  case counted(Int)
  case out
}
