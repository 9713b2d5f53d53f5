import LeakBase
import LeakHeapReading

/// The objects of which the process has been told, or some check tells. While it is known an address names one object only.
package enum ReportedObjects {
  private static let reported = VisibleMutex<[UInt: ObjectWitness]>([:])

  /// Those that checks have named, and that were there then.
  private static let named = VisibleMutex<[UInt: ObjectWitness]>([:])

  /// Remembers that `objects` have been told of.
  package static func note(_ objects: [ObjectWitness]) {
    reported.withLock { reported in
      for object in objects { reported[object.address] = object }
    }
  }

  /// Remembers that a check waits for `objects`, each of which it names: whatever becomes of them, that check tells it.
  static func noteNamed(_ objects: [ObjectWitness]) {
    named.withLock { named in
      for object in objects where object.isAlive { named[object.address] = object }
    }
  }

  /// Forgets those of `objects` that have gone: a witness keeps an object's memory.
  static func forgetGone(_ objects: [ObjectWitness]) {
    named.withLock { named in
      for object in objects where !object.isAlive { named[object.address] = nil }
    }
  }

  /// Where those are that have been told of and have not gone.
  package static var living: [UInt] {
    reported.withLock { reported in reported.values.filter(\.isAlive).map(\.address) }
  }

  /// Those that have been told of, or that a check names, and that have not gone.
  package static var livingOrNamed: [ObjectWitness] {
    let reported = reported.withLock { Array($0.values) }
    return (reported + named.withLock { Array($0.values) }).filter(\.isAlive)
  }
}
