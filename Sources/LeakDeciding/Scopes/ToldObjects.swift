import LeakBase
import LeakHeapReading

/// The objects that have been told of in the process. While it is known an address names one object only.
package enum ToldObjects {
  private static let told = VisibleMutex<[UInt: ObjectWitness]>([:])

  /// Remembers that `objects` have been told of.
  package static func note(_ objects: [ObjectWitness]) {
    told.withLock { told in
      for object in objects { told[object.address] = object }
    }
  }

  /// Where those are that have not gone.
  package static var living: [UInt] {
    told.withLock { told in told.values.filter(\.isAlive).map(\.address) }
  }

  /// Where they are.
  package static var addresses: [UInt] { told.withLock { Array($0.keys) } }
}
