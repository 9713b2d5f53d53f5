import Foundation

/// Scenes of what the recorder meets in a process, each in one of its own.
///
///     recordings SCENE [ARGUMENT]
///
/// A scene prints what it found.
@main enum Recordings {
  static let scenes: [String: @Sendable ([String]) async throws -> Void] = [
    "attribution": Attribution.run,
    "availability": availability,
    "closing": closing,
    "fork": forking,
    "idle": idling,
    "kinds": kinds,
    "library": library,
    "lives": lives,
    "memory": memory,
    "nesting": nesting,
    "opening": opening,
    "outside": outside,
    "reading": reading,
    "sealed": sealed,
    "threads": threads,
    "thrown": thrown,
  ]

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let scene = scenes[name] else {
      let usage = "usage: recordings \(scenes.keys.sorted().joined(separator: "|")) [ARGUMENT]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    try await scene(Array(arguments.dropFirst()))
  }
}
