import LeakHeapModel
import LeakHeapReading

/// What the counts of a component's objects say beyond the references that were found to them.
struct Balance: Hashable, Sendable {
  /// How many strong references were not found: they come from outside, or from what could not be read.
  var outside = 0

  /// How many strong references only words account for that may own.
  var guessed = 0

  /// Whether nothing but weak and unowned references leads to the objects.
  var isFinal = true

  /// How many weak and unowned references lead to the objects.
  var observers = 0

  /// Whether a task is among the objects, to which words may lead that are no references.
  var hasTask = false

  /// Whether more references were found than the counts allow: the graph was changing.
  var isContradicted = false
}

extension HeapEvidence {
  /// Compares the counts of the objects of `component` with the references found to each.
  ///
  /// A reference that may be none never contradicts a count.
  func balance(
    of component: Component, incoming: (HeapGraph.ObjectID) -> IncomingReferences
  ) -> Balance {
    var balance = Balance()
    // What was changing may lead to the component in the next moment.
    balance.isFinal = changes.isEmpty
    lazy var resumedTasks = graph.resumedTasks(in: component)
    for member in component.members {
      let kind = graph.kind(of: member)
      if kind == .task { balance.hasTask = true }
      guard let counts = counts(member) else {
        balance.isFinal = false
        // Memory of a system library has no count that could be read: it is taken to belong to the object
        // that leads to it. To a child task of somebody else's words lead that are left in the frames of another task.
        if kind == .memory || kind == .task && incoming(member).areAllConservative {
          balance.guessed += 1
        } else {
          balance.outside += 1
        }
        continue
      }
      let found = incoming(member)
      var room = counts.strong - found.sure - ownStrong(member)
      var guessed = min(room, found.conservative)
      if kind == .task {
        // A task that has not finished owns itself, until whoever can resume it lets go. So continuations
        // account for that reference, all of them for the one, and what lies about in the task's own frames
        // does not. Tasks that wait for it retain it as well.
        room = max(0, room)
        let isResumed = room > 0 && resumedTasks.contains(member)
        guessed = isResumed ? min(room, graph.retainingWaiters(of: member).count) : 0
      }
      guard room >= 0 else {
        balance.isContradicted = true
        continue
      }
      balance.outside += room - guessed
      balance.guessed += guessed
      balance.observers += counts.weak + max(0, counts.unowned - ownUnowned(member))
      if guessed > 0 || kind == .task { balance.isFinal = false }
      if graph.type(of: member).isCalledByC { balance.outside += 1 }
    }
    return balance
  }
}
