import LeakHeapReading
import LeakHeapRecording

/// An object that keeps what it is told to.
class Node {
  var next: AnyObject?
  var handler: (() -> Void)?

  init() {}

  /// Keeps itself alive.
  func leak() { next = self }
}

final class Leaf: Node {}

final class Pair<First, Second>: Node {}

actor Counter {
  var me: Counter?
  func leak() { me = self }
}

struct Refusal: Error {}

/// Whose initialisers give up when everything is set, or before.
final class Fussy: Node {
  let name: String

  init?(early: Bool) {
    if early { return nil }
    name = "late"
    super.init()
    return nil
  }

  init(throwing early: Bool) throws {
    if early { throw Refusal() }
    name = "late"
    super.init()
    throw Refusal()
  }
}

indirect enum Tree {
  case leaf
  case branch(Tree, AnyObject)
}

/// The scope, or the end of the process where allocations cannot be recorded.
func openScope(
  _ label: String, claims: Bool = false, inherits: Bool = true
) -> AllocationScope {
  let scope = AllocationScope(
    label: ScopeLabel(label), claimsUnattributed: claims, inherits: inherits)
  guard let scope else { fatalError("not available: \(AllocationRecorder.availability)") }
  return scope
}

/// The class instances. Closures of threads that are just ending come and go.
func instances(_ objects: [RecordedObject]) -> [RecordedObject] {
  objects.filter { $0.type.kind == .instance }
}

/// The types of the objects and how many there are of each, in order of name.
func census(_ objects: [RecordedObject]) -> String {
  let counts = Dictionary(grouping: objects, by: \.type.name).mapValues(\.count)
  if counts.isEmpty { return "nothing" }
  return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    .joined(separator: ", ")
}

func address(of object: AnyObject) -> UInt {
  UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
}
