import CLeakBase

/// A growable buffer whose state sits behind a pointer.
///
/// The walk appends and reads hundreds of millions of times; arrays in class properties would pay for
/// reference counting, copy-on-write and exclusivity checks at each step. The owner deallocates it.
package struct FlatBuffer<Element: BitwiseCopyable> {
  private struct State {
    var base: UnsafeMutablePointer<Element>
    var count: Int
    var capacity: Int
  }

  private let state: UnsafeMutablePointer<State>

  init(capacity: Int = 64) {
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(base: Self.resize(nil, from: 0, to: capacity), count: 0, capacity: capacity))
  }

  func deallocate() {
    crt_memory_free(
      state.pointee.base, state.pointee.capacity * MemoryLayout<Element>.stride)
    state.deallocate()
  }

  @inline(__always)
  package var count: Int { state.pointee.count }

  @inline(__always)
  package subscript(index: Int) -> Element {
    get { state.pointee.base[index] }
    nonmutating set { state.pointee.base[index] = newValue }
  }

  /// - Complexity: O(1) amortized.
  @inline(__always)
  package func append(_ element: Element) {
    let count = state.pointee.count
    if count == state.pointee.capacity { grow() }
    (state.pointee.base + count).initialize(to: element)
    state.pointee.count = count &+ 1
  }

  /// Where `index` is, until the next element is appended.
  @inline(__always)
  func pointer(to index: Int) -> UnsafeMutablePointer<Element> { state.pointee.base + index }

  func removeAll() {
    state.pointee.count = 0
  }

  /// Removes all elements, and gives the memory back where that is more than `bytes`. What it keeps is zero: what lay there must
  /// not be taken for a pointer.
  func removeAll(keeping bytes: Int) {
    let (base, capacity) = (state.pointee.base, state.pointee.capacity)
    if capacity * MemoryLayout<Element>.stride > bytes {
      crt_memory_free(base, capacity * MemoryLayout<Element>.stride)
      state.pointee = State(base: Self.resize(nil, from: 0, to: 1), count: 0, capacity: 1)
    } else {
      UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: base, count: count))
        .initializeMemory(as: UInt8.self, repeating: 0)
      state.pointee.count = 0
    }
  }

  /// The elements as an array of their own.
  var array: [Element] {
    Array(room: count) { target, initialized in
      target.prepare()
      initialized = target.initialize(
        fromContentsOf: UnsafeBufferPointer(start: state.pointee.base, count: count))
    }
  }

  /// The elements as an array of their own, of which the buffer keeps none. Where its memory is more than `bytes`, it gives it
  /// back as they are copied: there is never twice as much of it. What it keeps is zero.
  func takeArray(keeping bytes: Int = 0) -> [Element] {
    if state.pointee.capacity * MemoryLayout<Element>.stride <= bytes {
      let result = array
      removeAll(keeping: bytes)
      return result
    }
    let stride = MemoryLayout<Element>.stride
    let (base, count, size) = (state.pointee.base, count, state.pointee.capacity * stride)
    let part = (4 << 20) / stride
    let result = [Element](room: count) { target, copied in
      target.prepare()
      while copied < count {
        let end = min(count, copied + part)
        (target.baseAddress.unsafelyUnwrapped + copied)
          .initialize(from: base + copied, count: end - copied)
        crt_memory_discard(base, size, copied * stride, end * stride)
        copied = end
      }
    }
    crt_memory_free(base, size)
    state.pointee = State(base: Self.resize(nil, from: 0, to: 1), count: 0, capacity: 1)
    return result
  }

  @inline(never)
  private func grow() {
    let capacity = state.pointee.capacity * 2
    state.pointee.base = Self.resize(
      state.pointee.base, from: state.pointee.capacity, to: capacity)
    state.pointee.capacity = capacity
  }

  private static func resize(
    _ base: UnsafeMutablePointer<Element>?, from oldCapacity: Int, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let stride = MemoryLayout<Element>.stride
    return crt_memory_resize(base, oldCapacity * stride, capacity * stride).unsafelyUnwrapped
      .bindMemory(to: Element.self, capacity: capacity)
  }
}

extension UnsafeMutableBufferPointer {
  /// Asks the system for the memory, which is about to be written to, at once.
  func prepare() {
    crt_memory_prepare(baseAddress, count * MemoryLayout<Element>.stride)
  }
}

// The buffer is used by one walk at a time, under the reader's lock.
extension FlatBuffer: @unchecked Sendable {}
