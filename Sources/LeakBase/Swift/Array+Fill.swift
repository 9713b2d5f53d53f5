extension Array {
  /// Makes an array with room for `capacity` elements, of which `fill` initializes some and says how many.
  ///
  /// The standard library's initializer writes the count of an array without room to the one empty array that all threads share.
  @inlinable
  package init(
    room capacity: Int,
    filledBy fill: (inout UnsafeMutableBufferPointer<Element>, inout Int) throws -> Void
  ) rethrows {
    if capacity == 0 {
      self = []
    } else {
      try self.init(unsafeUninitializedCapacity: capacity, initializingWith: fill)
    }
  }
}
