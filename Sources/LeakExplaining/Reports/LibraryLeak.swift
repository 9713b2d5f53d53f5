/// A leak that a library of the toolchain causes: the program itself has done nothing wrong.
///
/// It is recognized by the library's own objects on the path to the leaked object, in a state in which the library should have
/// released them; never by the name of a type alone.
package struct LibraryLeak: Sendable, Hashable, Codable {
  /// Its name in reports, in kebab-case: `done-timer`.
  package var name: String
  /// The library's name: `Foundation`.
  package var library: String
  /// What the library does, as a sentence without its full stop.
  package var cause: String
  /// The version of the toolchain in which it was observed.
  package var version: String

  /// Creates a library's leak from its parts.
  package init(name: String, library: String, cause: String, version: String) {
    self.name = name
    self.library = library
    self.cause = cause
    self.version = version
  }
}

extension LibraryLeak {
  /// A timer takes a reference to itself when it is made, and never gives it back.
  ///
  /// Source: `Timer.init(fire:interval:repeats:block:)` in swift-corelibs-foundation's Timer.swift: the context of its
  /// `CFRunLoopTimer` has no `release`.
  package static let doneTimer = LibraryLeak(
    name: "done-timer", library: "Foundation",
    cause: "a Timer and its block are never released once the Timer is created", version: "6.3.1")

  /// The entries of a cache refer to each other both ways, and the cache does not part them when it goes.
  ///
  /// Source: `NSCacheEntry` in swift-corelibs-foundation's NSCache.swift.
  package static let cacheEntries = LibraryLeak(
    name: "cache-entries", library: "Foundation",
    cause: "the entries of an NSCache keep one another when the cache goes", version: "6.3.1")
}

extension Leak {
  /// The library leak that the finding matches, if nothing in the program keeps the object alive.
  package var libraryLeak: LibraryLeak? {
    switch verdict {
    case .held(let holders):
      !holders.isEmpty && holders.allSatisfy(\.isDoneTimer) ? .doneTimer : nil
    case .leaked(let path):
      path.cuts.allSatisfy(\.isOfCacheEntries) ? .cacheEntries : nil
    case .deinitialized, .late, .inconclusive: nil
    }
  }
}

extension Holder {
  /// Whether nothing but a timer that will not fire any more is sure to keep the object: no cycle of the program's does
  /// so afterwards.
  fileprivate var isDoneTimer: Bool {
    guard case .place(let place, let path) = kind else { return false }
    return place.isDoneTimer && path.isSure && path.cycleAfterwards == nil
  }
}

extension RetainPath {
  /// Whether the cycle is one of a cache's entries alone. Their class is private to Foundation: nobody else can have made it.
  fileprivate var isOfCacheEntries: Bool {
    !references.isEmpty
      && references.allSatisfy { reference in
        [reference.source, reference.target].allSatisfy {
          $0.hasPrefix("Foundation.NSCacheEntry<")
        } && [".nextByCost", ".prevByCost"].contains(reference.label)
          && reference.confidence == .exact
      }
  }
}
