import LeakHeapReading

extension LeakCheck {
  /// How many of `objects` waiting cannot change, by a first look at each. A check waits for the others.
  package static func finalCount(of objects: [TrackedObject]) -> Int {
    objects.count { object in
      let check = CheckedObjects(naming: [object], within: .seconds(3600))
      return CheckReading.settled(in: [check], by: .shared) == [[0]]
    }
  }
}
