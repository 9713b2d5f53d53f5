/// How far one walk over the heap goes.
///
/// A limit that is reached is told among ``HeapSnapshot/unread``, and what lies beyond it counts as unknown: nothing
/// is cut short in silence. The depth of the objects' references has no limit: the walk goes breadth first and
/// keeps no stack.
package struct ReadingLimits: Sendable, Hashable {
  /// The most objects that are read.
  package var objects = 50_000_000

  /// The most references that are noted. Each takes 16 bytes, each object about 60.
  package var references = 400_000_000

  /// The most elements of an array, a dictionary or a set that are read: of a larger one none is.
  package var elements = Int.max

  /// How long the walk goes on. It looks at the clock every 4096 objects.
  package var time = Duration.seconds(60)

  /// The most blocks of a system library's memory that are entered.
  package var memoryBlocks = 4096

  /// The largest block of a system library's memory that is entered, in bytes.
  package var memoryBlockBytes = 1 << 16

  /// How many blocks of memory lie one behind the other between an object of libdispatch or CoreFoundation
  /// and what it keeps: a source, its record, a continuation. Further on is what they all share.
  package var memoryDepth = 3

  /// The most slabs of one task that are read.
  package var taskSlabs = 4096

  /// The most tasks that are read of those that wait for one and the same.
  package var waitingTasks = 4096

  /// The largest value of an enumeration that is read, in bytes, with the enumerations that it is nested in.
  package var enumBytes = 1 << 20

  package init() {}
}
