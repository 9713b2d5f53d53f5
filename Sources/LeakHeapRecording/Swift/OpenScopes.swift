import CLeakHeapRecording

/// The scopes that are open, in order of opening.
///
/// Thousands may be open at once, and close in any order. So they are a linked list, and each lies at the index of its table
/// (`crt_scope`): to add one and to remove one takes O(1).
struct OpenScopes {
  private struct Place {
    var scope: RegisteredScope?
    var previous = -1
    var next = -1
  }

  private var places: [Place] = []
  private var firstIndex = -1
  private var lastIndex = -1
  private(set) var count = 0
  /// How many of them are not inside the one that was opened before them.
  private(set) var strangers = 0

  var isEmpty: Bool { count == 0 }

  var first: RegisteredScope? { isEmpty ? nil : places[firstIndex].scope }

  var all: [RegisteredScope] {
    var scopes: [RegisteredScope] = []
    scopes.reserveCapacity(count)
    var index = firstIndex
    while index >= 0 {
      if let scope = places[index].scope { scopes.append(scope) }
      index = places[index].next
    }
    return scopes
  }

  /// The innermost scope that claims what is allocated in none, or 0; also where one of them is not inside the one before it.
  var innermostClaimant: UInt64 { innermostClaimant { _ in false } }

  /// The one that owns what is allocated in none: the innermost claimant, or 0 where a scope inside that one asks for it.
  var ownerOfUnattributed: UInt64 { innermostClaimant(before: \.asks) }

  private func innermostClaimant(before isEnd: (RegisteredScope) -> Bool) -> UInt64 {
    guard strangers == 0 else { return 0 }
    var index = lastIndex
    while index >= 0, let scope = places[index].scope {
      if scope.claims { return scope.id.rawValue }
      if isEnd(scope) { return 0 }
      index = places[index].previous
    }
    return 0
  }

  /// The scope around `scope` that owns what is allocated in its name once it is closed, or 0. It may be closed as well.
  func heir(of scope: RegisteredScope) -> UInt64 {
    var heir = scope.around
    while let index = index(of: AllocationScope.ID(rawValue: heir)),
      let around = places[index].scope, !around.inherits
    {
      heir = around.around
    }
    return heir
  }

  func contains(_ id: AllocationScope.ID) -> Bool { index(of: id) != nil }

  /// Adds a scope that has been opened after all others.
  mutating func append(_ scope: RegisteredScope) {
    let index = Self.tableIndex(of: scope.id)
    while places.count <= index { places.append(Place()) }
    places[index] = Place(scope: scope, previous: lastIndex)
    if lastIndex >= 0 { places[lastIndex].next = index } else { firstIndex = index }
    lastIndex = index
    count += 1
    if isStranger(index) { strangers += 1 }
  }

  /// Removes a scope, and returns it where it was open.
  mutating func remove(_ id: AllocationScope.ID) -> RegisteredScope? {
    guard let index = index(of: id) else { return nil }
    let place = places[index]
    if isStranger(index) { strangers -= 1 }
    if isStranger(place.next) { strangers -= 1 }
    places[index] = Place()
    if place.previous >= 0 {
      places[place.previous].next = place.next
    } else {
      firstIndex = place.next
    }
    if place.next >= 0 {
      places[place.next].previous = place.previous
    } else {
      lastIndex = place.previous
    }
    count -= 1
    if isStranger(place.next) { strangers += 1 }
    return place.scope
  }

  private func index(of id: AllocationScope.ID) -> Int? {
    let index = Self.tableIndex(of: id)
    guard index < places.count, let scope = places[index].scope, scope.id.rawValue == id.rawValue
    else { return nil }
    return index
  }

  /// Whether the scope at `index` is not inside the one that was opened before it; false for -1.
  private func isStranger(_ index: Int) -> Bool {
    guard index >= 0, let scope = places[index].scope, places[index].previous >= 0,
      let previous = places[places[index].previous].scope
    else { return false }
    return scope.parent != previous.id.rawValue
  }

  private static func tableIndex(of id: AllocationScope.ID) -> Int {
    Int(id.rawValue & ((1 << CRT_SCOPE_INDEX_BITS) - 1))
  }
}
