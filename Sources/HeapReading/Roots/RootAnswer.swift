/// What a search of the process says about why an object is alive.
package enum RootAnswer: Sendable {
  /// A root reaches the object.
  case held(RootPath)

  /// No root reaches it: what keeps it alive is unreachable itself. These objects lead to it, nearest first; none
  /// where a retain was never given back. Addresses, not references: nothing is kept alive.
  ///
  /// It is not certain while other threads run: one may have the only reference in a register.
  case unreached(referrers: [UInt], isCertain: Bool)

  /// The search gave no answer. The reason is one sentence part.
  case unknown(String)
}

extension RootAnswer {
  /// Whether another look at the process would say the same.
  var isSure: Bool {
    switch self {
    case .held(let path): path.isSure
    case .unreached(_, let isCertain): isCertain
    case .unknown: true
    }
  }
}

/// The way from a root of the process to an object.
package struct RootPath: Sendable {
  package let root: Root

  /// The objects on the way, as a graph in which each has one reference to the next. The last is the object
  /// that was asked about, and object 0 is what the root refers to.
  package let snapshot: HeapSnapshot

  /// For each object, the name of what its first word points at, where the object is memory of a library's.
  package let symbols: [String?]

  /// Whether every step is a strong reference as far as the layouts tell. Otherwise some word on the way may be a
  /// number, or a reference that owns nothing.
  package let isSure: Bool

  /// For a path that is not sure: objects that lead to the object and are sure to be reached by nothing, nearest
  /// first.
  package let referrers: [UInt]
}

/// A place of the process from which references are followed.
package enum Root: Sendable, Hashable {
  /// A global or static variable of the program, by its linker's name where that is known.
  case program(symbol: String?)

  /// A variable of a library, by its linker's name, and the library's file name.
  case library(symbol: String?, image: String?)

  /// A thread's stack, in a function that the frames say, innermost first.
  case stack(RootThread, frames: [UInt])

  /// A thread's own variables.
  case threadLocal(RootThread)

  /// Memory that belongs to no library and is no block of the allocator's.
  case mapping
}

/// A thread of the process.
package struct RootThread: Sendable, Hashable {
  /// The name that the system knows it by, which is the process's where the thread was given none.
  package var name: String

  /// Whether it is the thread that asked.
  package var isCaller: Bool

  /// Whether it is the process's first thread.
  package var isMain: Bool

  package init(name: String, isCaller: Bool = false, isMain: Bool = false) {
    self.name = name
    self.isCaller = isCaller
    self.isMain = isMain
  }
}
