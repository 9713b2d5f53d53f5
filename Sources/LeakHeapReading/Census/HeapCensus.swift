import CLeakBase
import LeakBase

/// How much lives in the heap at one moment: how many objects of the types that the executable itself is
/// built from, and how many bytes in all.
///
/// A census looks at every word of the writable memory, where a walk follows references: it also counts
/// what nothing refers to any more. It is made to be compared with another one, not to explain anything.
package struct HeapCensus: Sendable, Hashable {
  /// The live instances of each class, by its name with its module. Closure contexts and captured
  /// variables, which have no type, are counted together.
  package var instances: [String: Int]

  /// The bytes that are allocated and not freed, or `nil` where the allocator does not tell.
  package var bytes: Int?

  package init(instances: [String: Int], bytes: Int?) {
    self.instances = instances
    self.bytes = bytes
  }
}

extension HeapCensus {
  /// The name under which closure contexts and captured variables are counted.
  package static let contexts = "closure contexts"

  /// One census at a time: what one has copied would look like objects to another.
  private static let turn = VisibleMutex(())

  /// Counts what lives now, or returns `nil` where the heap cannot be searched.
  ///
  /// - Complexity: O(*n*) in the size of the process's writable memory.
  package static func now() -> HeapCensus? {
    // What is a block is told by the headers of glibc's.
    guard Processor.isProven, Allocator.isGlibc else { return nil }
    // Before anything is allocated for the search.
    let bytes = Int(crt_heap_in_use())
    let instances = turn.withLock { _ in
      // Other threads go on meanwhile, and what looks like a type may be none.
      MemoryGuard.reading {
        var search = CensusSearch()
        search.run()
        return search.instances
      }
    }
    return instances.map { HeapCensus(instances: $0, bytes: bytes == 0 ? nil : bytes) }
  }
}
