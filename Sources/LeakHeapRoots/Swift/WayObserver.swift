import CLeakHeapRoots
import LeakBase

/// Shows every way that is told to those who check them.
package enum WayObserver {
  private static let observers = VisibleMutex<[@Sendable (ObservedWay) -> Void]>([])

  /// Calls `observe` with every way that is found from now on, in the thread that found it.
  package static func add(_ observe: @escaping @Sendable (ObservedWay) -> Void) {
    observers.withLock { $0.append(observe) }
  }

  /// Shows the way, where anybody looks.
  package static func show(_ way: () -> ObservedWay) {
    let observers = observers.withLock { $0 }
    if observers.isEmpty { return }
    let way = way()
    for observe in observers { observe(way) }
  }
}

/// A way that keeps an object alive, by the addresses of what is on it.
package struct ObservedWay: Sendable {
  /// The words that lead on, from the first to the one that leads to the object.
  package var slots: [Slot] = []
  /// The first words of the objects and of the memory that it leads through, without the object itself: types, if they have one.
  package var isas: [UInt] = []
  /// Addresses in the code of the functions that are named.
  package var functions: [UInt] = []

  /// A word.
  package struct Slot: Sendable {
    package var address: UInt
    /// The number of the thread on whose stack it is.
    package var thread: Int32?
    /// An address in the code of the function whose word it is, on a stack or in a task; `nil` where that is a guess.
    package var function: UInt?
  }

  /// A way through objects of these types alone.
  package init(isas: [UInt]) {
    self.isas = isas
  }

  /// A way as it was when the process was copied: what is there now may be something else.
  init(_ way: FoundWay, by places: PlaceReader) {
    isas = way.hops.compactMap { places.copy.word(at: $0.block) }
    slots =
      (way.rootSlot.map { [places.observed($0)] } ?? [])
      + way.hops.map { places.observed($0.slot, in: $0.block) }
    functions = [way.variable?.code, way.task?.code].compactMap(\.self)
    if case .running(_, let closure, let place, _) = way.root { functions += [closure, place] }
  }
}

extension PlaceReader {
  /// The word at `slot`, in the block at `block` if it is in one, and the function whose it is.
  fileprivate func observed(_ slot: UInt, in block: UInt? = nil) -> ObservedWay.Slot {
    for index in 0..<crt_search_thread_count(copy.search) {
      let thread = thread(index)
      guard let frame = thread.owner(ofWordAt: slot).frame.map({ thread.frames[$0] }) else {
        continue
      }
      return ObservedWay.Slot(
        address: slot, thread: thread.id, function: frame.isGuessed ? nil : frame.code)
    }
    let task = block.flatMap { tasks.task(ofFramesAt: slot, in: $0) }
    return ObservedWay.Slot(
      address: slot, function: task.flatMap { tasks.function(at: slot, of: $0) })
  }
}
