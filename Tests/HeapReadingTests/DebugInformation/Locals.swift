// Functions with variables of every kind, which look at their own frames.

@inline(never)
func parameterSighting(
  _ lantern: Lantern, number: Int, changed: inout Lantern, crate: Crate<Lantern>
) -> Sighting {
  look([
    "lantern": .object(lantern), "number": .word(UInt(number)),
    "changed": .at(address(of: &changed)), "crate": .object(crate.content),
  ])
}

@inline(never)
func blockSightings(_ lantern: Lantern) -> [Sighting] {
  var sightings: [Sighting] = []
  let early = Lantern()
  do {
    var x = Lantern()
    sightings.append(look(["x": .at(address(of: &x)), "early": .object(early)]))
  }
  do {
    var x = [lantern]
    sightings.append(look(["x": .at(address(of: &x))]))
    for number in 0..<1 {
      var x = number
      sightings.append(look(["number": .word(0), "x": .at(address(of: &x))]))
    }
  }
  let late = Lantern()
  sightings.append(look(["late": .object(late), "early": .object(early)]))
  return sightings
}

@inline(never)
func referenceSightings(_ lantern: Lantern?) -> [Sighting] {
  var sightings: [Sighting] = []
  if let lantern {
    sightings.append(look(["lantern": .object(lantern)]))
  }
  guard var found = lantern else { return sightings }
  unowned let unowned = found
  unowned(unsafe) let unsafe = found
  weak let weak = found
  sightings.append(
    look([
      "found": .at(address(of: &found)), "unowned": .object(unowned), "unsafe": .object(unsafe),
    ]))
  withExtendedLifetime(weak) {}
  return sightings
}

/// The variable is in a box of the heap: the closure may live longer than the function.
@inline(never)
func captureSightings(_ lantern: Lantern) -> [Sighting] {
  var boxed = Lantern()
  let closure = { (number: Int) -> Sighting in
    let own = Lantern()
    boxed = lantern
    return look([
      "number": .word(UInt(number)), "own": .object(own), "boxed": .at(address(of: &boxed)),
      "lantern": .object(lantern),
    ])
  }
  return [look(["boxed": .at(address(of: &boxed))]), escaping(closure)(2)]
}

@inline(never)
private func escaping(_ closure: @escaping (Int) -> Sighting) -> (Int) -> Sighting { closure }

@inline(never)
func genericSighting<Value, Other: AnyObject>(_ value: Value, _ other: Other) -> Sighting {
  var copy = value
  var list = [other]
  return look([
    "other": .object(other), "copy": .at(address(of: &copy)), "list": .at(address(of: &list)),
  ])
}

extension Lantern {
  @inline(never)
  func sighting(_ other: Lantern) -> Sighting {
    look(["other": .object(other), "self": .object(self)])
  }
}

extension LanternPair {
  @inline(never)
  mutating func sighting() -> Sighting { look(["self": .at(address(of: &self))]) }
}

@inline(never)
func inliningSighting(_ lantern: Lantern) -> Sighting {
  let outer = Lantern()
  return inlinedSighting(outer)
}

@inline(__always)
private func inlinedSighting(_ lantern: Lantern) -> Sighting {
  var inner = Lantern()
  return look(["inner": .at(address(of: &inner)), "lantern": .object(lantern)])
}
