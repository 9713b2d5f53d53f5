extension Plant {
  /// What a global keeps: no leak by itself, and one where the test says that the object must go.
  static let kept: [Plant] = [
    Plant(
      Scene(
        "global-cache",
        types: #"""
          final class «A» {
            let number = «n:1...9»
          }
          """#,
        body: #"""
          let «a» = «A»()
          Registry.keep(«a»)
          «expect»(Registry.count > 0)
          """#),
      telling: .note),
    Plant(
      Scene(
        "static-list",
        types: #"""
          final class «A» {
            nonisolated(unsafe) static var all: [«A»] = []
            let number = «n:1...9»
            init() { Self.all.append(self) }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «expect»(«a».number > 0)
          """#),
      telling: .note),
    Plant(
      Scene(
        "cached-and-named", only: .swiftTesting,
        types: #"""
          final class «A» {
            let number = «n:1...9»
          }
          """#,
        body: #"""
          let «a» = trackForLeaks(«A»(), label: "cached")
          Registry.keep(«a»)
          «expect»(«a».number > 0)
          """#),
      telling: .failure),
  ]
}
