/// A leak that is planted in a test.
struct Plant: Sendable {
  /// What the kit has to say of it.
  enum Telling: String, Codable, Sendable {
    /// The test fails, and the objects are told to be leaked.
    case leaked
    /// The test fails. Who holds the objects can be told in more than one way.
    case failure
    /// The test passes, and a warning is recorded where the suite asks for it.
    case note
  }

  let scene: Scene
  let telling: Telling

  init(_ scene: Scene, telling: Telling = .leaked) {
    self.scene = scene
    self.telling = telling
  }

  static let all = cycles + waiting + kept
}
