import Foundation

/// Which process it is: what was begun in one is not to be ended in a child that has come by `fork`, which has all the memory of its
/// parent, and none of its other threads.
package struct ProcessID: Sendable, Hashable {
  package let number: Int32

  /// That of this process.
  package static var current: ProcessID {
    ProcessID(number: ProcessInfo.processInfo.processIdentifier)
  }
}
