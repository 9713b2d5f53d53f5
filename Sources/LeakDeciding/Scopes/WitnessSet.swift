import LeakHeapReading

/// Objects, each once. A witness keeps an object's memory, so those that have gone are forgotten before long.
struct WitnessSet {
  /// By their disguised addresses.
  private var objects: [UInt: ObjectWitness] = [:]
  /// Before there are more than so many, those that have gone are looked for.
  private var most = 0

  /// How many there are, with those that have gone and are not forgotten yet.
  var count: Int { objects.count }

  /// Adds `added`.
  ///
  /// - Complexity: O(*n*) in their number, on average.
  mutating func insert(_ added: [ObjectWitness]) {
    if count + added.count > most {
      forgetGone()
      most = 2 * (count + added.count)
    }
    for object in added { objects[object.maskedAddress] = object }
  }

  mutating func remove(_ removed: [ObjectWitness]) {
    for object in removed { objects[object.maskedAddress] = nil }
  }

  /// Those that have not gone; the others are forgotten.
  ///
  /// - Complexity: O(*n*) in ``count``.
  var living: Dictionary<UInt, ObjectWitness>.Values {
    mutating get {
      forgetGone()
      return objects.values
    }
  }

  private mutating func forgetGone() {
    objects = objects.filter { $0.value.isAlive }
  }
}
