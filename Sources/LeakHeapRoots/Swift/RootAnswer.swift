import LeakHeapModel
import LeakHeapReading

/// What a search of the process says about why an object is alive.
package enum RootAnswer: Sendable {
  /// Something holds the object. Objects that are told alike have one way: it may end at another element of the same collection.
  case held(RootPath)

  /// A retain of the object, or of one that leads to it, is explained by no word of the process: it was probably never
  /// given back. The way begins at the object with that retain.
  case lost(RootPath)

  /// All retains of the object, and of all that leads to it, are explained, and nothing reaches any of it. These objects
  /// lead to it, nearest first. Addresses, not references: nothing is kept alive.
  case unreached(referrers: [UInt])

  /// A long way leads to the object, most of which is that to the object at this position among those that were asked about. What
  /// is at its beginning holds both.
  case along(Int)

  /// The object has gone by the time that the search was made: what was read of it before says nothing.
  case gone

  /// The search gave no answer. The reason is one sentence part.
  case unknown(String)
}

/// The way from a place of the process to an object. It is a class because it is wide, and one stands for many objects.
package final class RootPath: Sendable {
  package let root: Root

  /// The objects on the way, as a graph in which each has one reference to the next. The last is the object
  /// that was asked about, and object 0 is what the root refers to; where that is a function in a variable, the variable itself.
  package let snapshot: HeapSnapshot

  /// For each object, what it says about itself where it is memory without a type.
  package let blocks: [DispatchBlock?]

  /// What the place and the steps are known to be, all together.
  package let grade: EvidenceGrade

  /// Whether the place is there for longer than a test: a variable of an image's, or of a living thread's.
  package let outlivesTest: Bool

  /// The variable of a function that has not returned in which the way begins, or goes on.
  package let variable: LocalVariable?

  /// How far the task is that the way begins at.
  package let task: TaskStory?

  /// When the check that asks began: from then it is counted how long something has to wait. How long a busy machine takes to look is
  /// nothing to tell.
  package let beginning: SuspendingClock.Instant

  /// The objects that are blocks of work items.
  package let workItems: [HeapGraph.ObjectID]

  /// Where the way begins at work that waits: who can end that, but for itself.
  package let enders: WorkEnders

  init(
    root: Root, snapshot: HeapSnapshot, blocks: [DispatchBlock?], grade: EvidenceGrade,
    outlivesTest: Bool, variable: LocalVariable?, task: TaskStory?,
    beginning: SuspendingClock.Instant = .now, workItems: [HeapGraph.ObjectID] = [],
    enders: WorkEnders = WorkEnders()
  ) {
    self.root = root
    self.snapshot = snapshot
    self.blocks = blocks
    self.grade = grade
    self.outlivesTest = outlivesTest
    self.variable = variable
    self.task = task
    self.beginning = beginning
    self.workItems = workItems
    self.enders = enders
  }
}

/// A variable of a function that has not returned.
package struct LocalVariable: Sendable, Hashable {
  /// Its name in the source; `nil` where the compiler made it.
  package var name: String?

  /// An address in the function's code: where it has come to, or goes on.
  package var code: UInt

  /// The line that it is declared in.
  package var line: Int?

  /// The function whose variable it is, by its mangled name, where that was inlined; `nil` where it is the one at ``code``.
  package var inlinedFunction: String?

  /// The part of its value that the way begins at, as far as the value has parts: `sut` of a structure.
  package var part: String?

  /// Whether its function waits for the check that asks: a test's own variable.
  package var isCallers = false
}

/// A place of the process from which references are followed.
package enum Root: Sendable, Hashable {
  /// A global or static variable of the program, by its linker's name where that is known.
  case program(symbol: String?)

  /// A variable of a library, by its linker's name, and the library's file name.
  case library(symbol: String?, image: String?)

  /// A thread's stack, in a function that the frames say, innermost first; and what it waits in, if it does.
  case stack(RootThread, frames: [UInt], wait: ThreadWait? = nil)

  /// A closure that a thread is running: an address in its code, and where in the program the thread has come to; and what it
  /// waits in, if it does.
  case running(RootThread, closure: UInt, at: UInt, wait: ThreadWait?)

  /// A thread's own variables.
  case threadLocal(RootThread)

  /// Memory that belongs to no library and is no block of the allocator's.
  case mapping

  /// The first object on the way itself: work that waits, or an object with a retain that somebody else has.
  case object

  /// Whether it is in a function that has called the check that asks.
  package var waitsForCheck: Bool {
    switch self {
    case .stack(_, _, let wait), .running(_, _, _, let wait): wait == .check
    default: false
    }
  }
}

/// A thread of the process.
package struct RootThread: Sendable, Hashable {
  /// The name that the system knows it by, which is the process's where the thread was given none.
  package var name: String

  /// Whether it is the process's first thread.
  package var isMain: Bool

  package init(name: String, isMain: Bool = false) {
    self.name = name
    self.isMain = isMain
  }
}
