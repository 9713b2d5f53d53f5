/// Values with the time at which each is due, the earliest first: a binary heap.
///
/// Written without the standard library's algorithms, which take several times as long in a debug build: while many tests
/// wait this is most of what the kit does.
package struct DueQueue<Value> {
  private var times: [Duration] = []
  private var values: [Value] = []

  package var count: Int { times.count }

  package init() {}

  /// When the earliest is due.
  package var next: Duration? { times.first }

  /// - Complexity: O(log *n*).
  package mutating func insert(_ value: Value, due: Duration) {
    times.append(due)
    values.append(value)
    var child = times.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if times[parent] <= times[child] { return }
      swapAt(parent, child)
      child = parent
    }
  }

  /// Removes the earliest, if it is due at `time`.
  ///
  /// - Complexity: O(log *n*).
  package mutating func removeFirst(dueAt time: Duration) -> Value? {
    guard let first = times.first, first <= time else { return nil }
    let value = values[0]
    swapAt(0, times.count - 1)
    times.removeLast()
    values.removeLast()
    var parent = 0
    while true {
      var child = 2 * parent + 1
      if child >= times.count { return value }
      if child + 1 < times.count, times[child + 1] < times[child] { child += 1 }
      if times[parent] <= times[child] { return value }
      swapAt(parent, child)
      parent = child
    }
  }

  private mutating func swapAt(_ left: Int, _ right: Int) {
    times.swapAt(left, right)
    values.swapAt(left, right)
  }
}
