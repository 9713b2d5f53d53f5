import LeakBase
import LeakHeapReading

/// The objects that have been told of in the process. While it is known an address names one object only.
package enum ReportedObjects {
  private static let reported = VisibleMutex<[UInt: ObjectWitness]>([:])

  /// Remembers that `objects` have been told of.
  package static func note(_ objects: [ObjectWitness]) {
    reported.withLock { reported in
      for object in objects { reported[object.address] = object }
    }
  }

  /// Where those are that have not gone.
  package static var living: [UInt] {
    reported.withLock { reported in reported.values.filter(\.isAlive).map(\.address) }
  }

  /// Where they are.
  package static var addresses: [UInt] { reported.withLock { Array($0.keys) } }
}
