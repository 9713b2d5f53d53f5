import SeededRandom
import TestOrder
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

/// What is found in the debug information of a small unit, as it is and spoilt.
@Suite(.slow, .afterOthers) struct DebugImageTests {
  private static let function = "$s4Shop5lightyyF"

  private typealias Member = DebugVariableType.Member

  @Test(arguments: [4, 5] as [UInt16]) func typesAreTold(version: UInt16) {
    let types: [DebugVariableType] = [
      .swift(mangled: "$s4Shop4LampCD"), .swift(mangled: "$s4Shop4LampCD"),
      .swift(mangled: "$s4Shop4LampCSgD"), .swift(mangled: "$s4Shop4LampCXSqXwD"), .fixedBuffer,
      .number, .number, .number, .pointer,
      .structure(
        size: 40, members: [8, 16, 24, 32].map { Member(offset: $0, type: .pointer) }),
      .structure(
        size: 40, members: [8, 16, 24, 32].map { Member(offset: $0, type: .pointer) }),
      .structure(size: 24, members: [0, 8, 16].map { Member(offset: $0, type: .pointer) }),
      .unknown, .unknown,
      .structure(
        size: 56, members: [16, 24, 32, 40].map { Member(offset: $0, type: .pointer) }),
      .unknown, .unknown,
      .structure(size: 20, members: [0, 8].map { Member(offset: $0, type: .pointer) }),
      .structure(size: 7, members: []), .unknown,
    ]
    DebugImage.withInformation(DebugImage(version: version).bytes) { information in
      let variables = DebugImage.typeLabels.map { information.variable(named: $0) }
      #expect(
        variables
          == zip(DebugImage.typeLabels, types).map {
            DebugVariable(name: $0, linkageName: $0, type: $1, location: .address(0x5000))
          })
      #expect(information.variable(named: "number", at: 0x5000) != nil)
      #expect(information.variable(named: "number", at: 0x5008) == nil)
      #expect(information.variable(named: Self.function) == nil)
    }
  }

  @Test(arguments: [4, 5] as [UInt16]) func scopesAreKept(version: UInt16) {
    let scopes: [(address: UInt64, names: [String])] = [
      (0x1000, []), (0x101f, []), (0x1020, ["inBlock"]), (0x1023, ["inBlock"]),
      (0x1024, ["inBlock", "inRanges"]), (0x1027, ["inBlock", "inRanges"]), (0x1028, ["inBlock"]),
      (0x1030, ["inBlock", "inRanges"]), (0x1034, ["inBlock"]), (0x1038, ["inBlock", "given"]),
      (0x103f, ["inBlock", "given"]), (0x1040, []), (0x10ff, []),
    ]
    DebugImage.withInformation(DebugImage(version: version).bytes) { information in
      for scope in scopes {
        let locals = information.locals(inFunctionNamed: ["", Self.function], at: scope.address)
        #expect(locals?.map(\.name) == ["lamp", "listed"] + scope.names + ["pieces"])
      }
      for address in [0, 0xfff, 0x1100, .max] as [UInt64] {
        #expect(information.locals(inFunctionNamed: [Self.function], at: address) == nil)
      }
      #expect(information.locals(inFunctionNamed: ["$s4Shop5inneryyF"], at: 0x1038) == nil)
    }
  }

  @Test(arguments: [4, 5] as [UInt16]) func localsAreWhole(version: UInt16) {
    func local(
      _ name: String, _ operations: [DebugExpression.Operation]?, isParameter: Bool = false
    ) -> DebugLocal {
      DebugLocal(
        name: name, type: .swift(mangled: "$s4Shop4LampCD"), isParameter: isParameter,
        isArtificial: false, isInOptimizedCode: false,
        location: operations.map {
          DebugExpression(operations: $0, frameBase: [.register(6)])
        })
    }
    var given = local("given", [.register(3)], isParameter: true)
    (given.isArtificial, given.inlinedFunction) = (true, "$s4Shop5inneryyF")
    let (lamp, pieces) = (
      local("lamp", [.frameOffset(-16)], isParameter: true), local("pieces", nil)
    )
    DebugImage.withInformation(DebugImage(version: version).bytes) { information in
      func locals(at address: UInt64) -> [DebugLocal]? {
        information.locals(inFunctionNamed: [Self.function], at: address)
      }
      #expect(locals(at: 0x100f) == [lamp, local("listed", [.register(5)]), pieces])
      #expect(
        locals(at: 0x1038) == [
          lamp, local("listed", [.frameOffset(-64)]), local("inBlock", [.frameOffset(-24)]), given,
          pieces,
        ])
      let elsewhere = version < 5 ? nil : [DebugExpression.Operation.register(7)]
      #expect(locals(at: 0x1050) == [lamp, local("listed", elsewhere), pieces])
    }
  }

  /// Each byte is overwritten, and each section cut off at every fourth.
  @Test(arguments: [4, 5] as [UInt16]) func spoiltSectionsDoNoHarm(version: UInt16) {
    let bytes = DebugImage(version: version).bytes
    var answers = 0
    var inputs = 0
    for (path, section) in bytes {
      for index in stride(from: 0, to: section.count, by: Rounds.areAll ? 1 : 5) {
        var spoilt = bytes
        spoilt[path]?[index] = index % 2 == 0 ? 0xff : section[index] ^ 1
        inputs += 1
        answers += Self.answers(spoilt)
        if index % 4 > 0 { continue }
        var cut = bytes
        cut[path] = Array(section[..<index])
        _ = Self.answers(cut)
      }
    }
    #expect((inputs * 2..<inputs * 7).contains(answers), "\(inputs) inputs, \(answers) answers")
  }

  @Test(arguments: [4, 5] as [UInt16]) func muchSpoiltSectionsDoNoHarm(version: UInt16) {
    let bytes = DebugImage(version: version).bytes
    for seed in Rounds.seeds(1_500) {
      var generator = SplitMix64(seed: seed)
      var spoilt = bytes
      for path in bytes.keys {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          guard let index = spoilt[path]?.indices.randomElement(using: &generator) else { continue }
          spoilt[path]?[index] = .random(in: 0...255, using: &generator)
        }
      }
      _ = Self.answers(spoilt)
    }
  }

  /// How many of seven questions have an answer.
  private static func answers(
    _ bytes: [WritableKeyPath<DebugSections, FileBytes>: [UInt8]]
  ) -> Int {
    DebugImage.withInformation(bytes) { information in
      let variables = ["class", "union", "large array"].count {
        information.variable(named: $0) != nil
      }
      let locals = ([0x1000, 0x1025, 0x1038, 0x1060] as [UInt64]).count { address in
        let locals = information.locals(inFunctionNamed: [function], at: address)
        for local in locals ?? [] { _ = local.location?.evaluate(KnownState()) }
        return locals != nil
      }
      return variables + locals
    }
  }
}
