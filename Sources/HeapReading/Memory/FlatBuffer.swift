/// A growable buffer whose state sits behind a pointer.
///
/// The walk appends and reads hundreds of millions of times; arrays in class properties would pay for
/// reference counting, copy-on-write and exclusivity checks at each step. The owner deallocates it.
struct FlatBuffer<Element: BitwiseCopyable> {
  private struct State {
    var base: UnsafeMutablePointer<Element>
    var count: Int
    var capacity: Int
  }

  private let state: UnsafeMutablePointer<State>

  init(capacity: Int = 64) {
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(base: .allocate(capacity: capacity), count: 0, capacity: capacity))
  }

  func deallocate() {
    state.pointee.base.deallocate()
    state.deallocate()
  }

  @inline(__always)
  var count: Int { state.pointee.count }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { state.pointee.base[index] }
    nonmutating set { state.pointee.base[index] = newValue }
  }

  /// - Complexity: O(1) amortized.
  @inline(__always)
  func append(_ element: Element) {
    let count = state.pointee.count
    if count == state.pointee.capacity { grow() }
    (state.pointee.base + count).initialize(to: element)
    state.pointee.count = count &+ 1
  }

  func removeAll() {
    state.pointee.count = 0
  }

  /// The elements as an array of their own.
  var array: [Element] {
    Array(UnsafeBufferPointer(start: state.pointee.base, count: count))
  }

  @inline(never)
  private func grow() {
    let capacity = state.pointee.capacity * 2
    let base = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    base.moveInitialize(from: state.pointee.base, count: state.pointee.count)
    state.pointee.base.deallocate()
    state.pointee.base = base
    state.pointee.capacity = capacity
  }
}

// The buffer is used by one walk at a time, under the reader's lock.
extension FlatBuffer: @unchecked Sendable {}
