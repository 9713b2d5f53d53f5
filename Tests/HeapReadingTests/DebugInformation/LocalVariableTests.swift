import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && arch(x86_64)
  /// Which variables are in scope, where they are, and of which types.
  ///
  /// Optimised code has them in registers, which another function's frame does not tell.
  @Suite(
    .disabled(
      if: isOptimized || Sanitizer.isAny, "variables have no place of their own in the frame"))
  struct LocalVariableTests {
    private static let lantern = "16HeapReadingTests7LanternC"
    private static let sightings = ScopedVariable("sightings", "Say16HeapReadingTests8SightingVG")

    @Test func parametersAreTold() {
      var changed = Lantern()
      expect(
        parameterSighting(
          Lantern(), number: 3, changed: &changed, crate: Crate(content: Lantern())),
        [
          .parameter("lantern", Self.lantern), .parameter("number", "Si"),
          .parameter("changed", Self.lantern),
          .parameter("crate", "16HeapReadingTests5CrateVyAA7LanternCG"),
        ])
    }

    @Test func blocksAreScopes() throws {
      let sightings = blockSightings(Lantern())
      try #require(sightings.count == 4)
      let outer = [
        .parameter("lantern", Self.lantern), Self.sightings, ScopedVariable("early", Self.lantern),
      ]
      let array = ScopedVariable("x", "Say\(Self.lantern)G")
      expect(sightings[0], outer + [ScopedVariable("x", Self.lantern)])
      expect(sightings[1], outer + [array])
      expect(
        sightings[2],
        outer + [array, ScopedVariable("number", "Si"), ScopedVariable("x", "Si")])
      expect(sightings[3], outer + [ScopedVariable("late", Self.lantern)])
    }

    @Test func referencesHaveTheirKind() throws {
      let sightings = referenceSightings(Lantern())
      try #require(sightings.count == 2)
      let outer = [.parameter("lantern", Self.lantern + "Sg"), Self.sightings]
      expect(sightings[0], outer + [ScopedVariable("lantern", Self.lantern)])
      expect(
        sightings[1],
        outer + [
          ScopedVariable("found", Self.lantern), ScopedVariable("unowned", Self.lantern + "Xo"),
          ScopedVariable("unsafe", Self.lantern + "Xu"),
          ScopedVariable("weak", Self.lantern + "XSqXw"),
        ])
    }

    @Test func capturedVariablesAreThoseInTheBox() throws {
      let sightings = captureSightings(Lantern())
      try #require(sightings.count == 2)
      expect(
        sightings[0],
        [
          .parameter("lantern", Self.lantern), ScopedVariable("boxed", Self.lantern),
          ScopedVariable("closure", "Si16HeapReadingTests8SightingVIegyo_"),
        ])
      expect(
        sightings[1],
        [
          .parameter("number", "Si"), .parameter("boxed", Self.lantern),
          .parameter("lantern", Self.lantern), ScopedVariable("own", Self.lantern),
        ])
    }

    @Test func genericFunctionsHaveMetadata() {
      expect(
        genericSighting(LanternPair(first: Lantern(), number: 1), Lantern()),
        [
          .parameter("value", "x"), .parameter("other", "q_"), .metadata("$τ_0_0"),
          .metadata("$τ_0_1"), ScopedVariable("copy", "x"), ScopedVariable("list", "Sayq_G"),
        ])
    }

    @Test func methodsHaveSelf() {
      expect(
        Lantern().sighting(Lantern()),
        [
          .parameter("other", Self.lantern), .parameter("self", Self.lantern, isArtificial: true),
        ])
      var pair = LanternPair(first: Lantern(), number: 1)
      expect(
        pair.sighting(),
        [.parameter("self", "16HeapReadingTests11LanternPairV", isArtificial: true)])
    }

    @Test func addressesWithoutFunctionsHaveNone() {
      for address in [0, 1, .max, testImageAddress] as [UInt] {
        #expect(ImageSymbols.locals(inFunctionAt: address) == nil)
        #expect(ImageSymbols.bodyStart(ofFunctionAt: address) == nil)
      }
    }

    /// The variables in scope are these, and each is where it should be.
    private func expect(
      _ sighting: Sighting, _ variables: [ScopedVariable],
      location: SourceLocation = #_sourceLocation
    ) {
      #expect(sighting.locals?.map(ScopedVariable.init) == variables, sourceLocation: location)
      #expect(sighting.found == sighting.expected, sourceLocation: location)
      #expect(!sighting.expected.isEmpty, sourceLocation: location)
    }
  }

  /// Which variables are those of functions that were inlined.
  @Suite(.enabled(if: isOptimized, "nothing is inlined in debug builds"))
  struct InlinedVariableTests {
    @Test func variablesAreTheOtherFunctions() throws {
      let locals = try #require(inliningSighting(Lantern()).locals)
      let inlined = locals.filter { $0.inlinedFunction != nil }
      #expect(locals.contains { $0.name == "outer" && $0.inlinedFunction == nil })
      #expect(
        Set(inlined.compactMap(\.inlinedFunction)).map { FunctionName(symbol: $0).text } == [
          "inlinedSighting(_:)"
        ])
      #expect(inlined.contains { $0.name == "inner" && !$0.isParameter })
    }
  }
#endif

/// A variable of a function without its location.
struct ScopedVariable: Equatable, CustomStringConvertible {
  var name: String
  var type: DebugVariableType
  var isParameter = false
  var isArtificial = false
  var inlinedFunction: String?

  /// A variable of a type of Swift's, whose mangled name stands between `$s` and `D`.
  init(_ name: String, _ type: String) {
    (self.name, self.type) = (name, .swift(mangled: "$s\(type)D"))
  }

  init(_ local: DebugLocal) {
    (name, type, inlinedFunction) = (local.name, local.type, local.inlinedFunction)
    (isParameter, isArtificial) = (local.isParameter, local.isArtificial)
  }

  static func parameter(_ name: String, _ type: String, isArtificial: Bool = false) -> Self {
    var parameter = Self(name, type)
    (parameter.isParameter, parameter.isArtificial) = (true, isArtificial)
    return parameter
  }

  /// The metadata of a generic parameter.
  static func metadata(_ name: String) -> Self {
    var metadata = Self(name, "Bp")
    metadata.isArtificial = true
    return metadata
  }

  var description: String {
    let kind = (isParameter ? "parameter " : "") + (isArtificial ? "artificial " : "")
    return "\(kind)\(name): \(type) \(inlinedFunction ?? "")"
  }
}
