import Foundation

/// A test: scenes one after the other and inside one another, and perhaps a planted leak.
struct GeneratedTest {
  let number: Int
  let framework: Framework
  let plant: Plant?
  private(set) var types: [String] = []
  private(set) var statements: [String] = []
  private(set) var scenes: [String] = []
  private(set) var isAsync = false
  /// The mark of the planted leak.
  private(set) var plantMark: String?
  let name: String

  /// What a place in a test allows.
  private struct Place {
    var isAsync: Bool
    /// Whether what is allocated there is the test's.
    var isOwn = true

    init(isAsync: Bool) { self.isAsync = isAsync }

    init?(_ hole: Scene.Hole) {
      switch hole {
      case .none: return nil
      case .sync: self.init(isAsync: false)
      case .async: self.init(isAsync: true)
      case .foreignSync:
        self.init(isAsync: false)
        isOwn = false
      case .foreignAsync:
        self.init(isAsync: true)
        isOwn = false
      }
    }
  }

  init(number: Int, framework: Framework, plant: Plant?, randomness: inout Randomness) {
    self.number = number
    self.framework = framework
    self.plant = plant
    let verb = randomness.pick([
      "plays", "stops", "loads", "shows", "keeps", "ends", "starts", "updates",
    ])
    let noun = randomness.pick([
      "Song", "List", "Page", "Level", "Voice", "Chord", "Score", "Theme",
    ])
    name = verb + noun + String(format: "%04d", number)
    isAsync = plant?.scene.isAsync ?? false || randomness.chance(60)
    let place = Place(isAsync: isAsync)
    // Where among the others the leak stands, at what depth.
    let count = randomness.chance(10) ? 2 : 1
    let planted = randomness.number(0...count - 1)
    for index in 0..<count {
      let depth = randomness.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 3])
      let text =
        plant != nil && index == planted
        ? planting(at: depth, in: place, &randomness) : nested(depth, in: place, &randomness)
      statements.append(text)
    }
  }

  /// A clean scene, with another inside, and so on.
  private mutating func nested(
    _ depth: Int, in place: Place, _ randomness: inout Randomness
  ) -> String {
    let scene = randomness.pick(fitting(place).filter { depth == 1 || $0.hole != .none })
    guard depth > 1, let inside = Place(scene.hole) else { return write(scene, &randomness) }
    var inner = inside
    inner.isOwn = inner.isOwn && place.isOwn
    return write(scene, inner: nested(depth - 1, in: inner, &randomness), &randomness)
  }

  /// The planted leak, inside of `depth - 1` clean scenes.
  private mutating func planting(
    at depth: Int, in place: Place, _ randomness: inout Randomness
  ) -> String {
    guard let plant else { return "" }
    if depth > 1 {
      let hosts = fitting(place).filter { scene in
        guard let inside = Place(scene.hole) else { return false }
        return inside.isOwn && (inside.isAsync || !plant.scene.isAsync)
      }
      let scene = randomness.pick(hosts)
      if let inside = Place(scene.hole) {
        return write(scene, inner: planting(at: depth - 1, in: inside, &randomness), &randomness)
      }
    }
    plantMark = nextMark
    return write(plant.scene, &randomness)
  }

  private func fitting(_ place: Place) -> [Scene] {
    Scene.all.filter { scene in
      (place.isAsync || !scene.isAsync) && (scene.only ?? framework) == framework
        && (place.isOwn || !scene.needsTest)
    }
  }

  private var nextMark: String {
    String(format: "%04d", number) + String(UnicodeScalar(UInt8(97 + scenes.count)))
  }

  private mutating func write(
    _ scene: Scene, inner: String = "", _ randomness: inout Randomness
  ) -> String {
    var renderer = Renderer(mark: nextMark, framework: framework, randomness: &randomness)
    scenes.append(scene.name)
    types.append(renderer.render(scene.types))
    let body = renderer.render(scene.body, inner: inner)
    return "do {\n\(body.indented(by: 2))\n}"
  }
}
