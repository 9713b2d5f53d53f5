import LeakBase
import LeakHeapReading

/// The objects of which the process has been told, or some check tells. While it is known an address names one object only.
package enum ReportedObjects {
  private static let reported = VisibleMutex(WitnessSet())

  /// Those that checks have named, and that were there then.
  private static let named = VisibleMutex(WitnessSet())

  /// Remembers that `objects` have been told of.
  ///
  /// - Complexity: O(*n*) in the number of objects, on average.
  package static func note(_ objects: [ObjectWitness]) {
    reported.withLock { $0.insert(objects) }
  }

  /// Remembers that a check waits for `objects`, each of which it names: whatever becomes of them, that check tells it.
  static func noteNamed(_ objects: [ObjectWitness]) {
    named.withLock { $0.insert(objects.filter(\.isAlive)) }
  }

  /// Forgets those of `objects` that have gone.
  static func forgetGone(_ objects: [ObjectWitness]) {
    named.withLock { $0.remove(objects.filter { !$0.isAlive }) }
  }

  /// Where those are that have been told of and have not gone.
  package static var living: [UInt] {
    reported.withLock { $0.living.map(\.address) }
  }

  /// Those that have been told of, or that a check names, and that have not gone.
  package static var livingOrNamed: [ObjectWitness] {
    reported.withLock { Array($0.living) } + named.withLock { Array($0.living) }
  }
}
