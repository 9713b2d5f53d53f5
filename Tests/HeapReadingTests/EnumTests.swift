import Testing

/// References in the payloads of enumerations, in each of the layouts that the compiler chooses from.
struct EnumTests {
  @Test func severalPayloadsToldApartBySpareBits() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation, make: (EnumOwner) -> Spare
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.spare = make($0)
      }
    }
    try expect("EnumOwner -.spare.owner-> EnumOwner") { .owner($0) }
    try expect("EnumOwner -.spare.pair.b-> EnumOwner") { .pair(a: Bystander(), b: $0) }
    try expect("EnumOwner -.spare.function()-> EnumOwner") { owner in .function { owner.count += 1 }
    }
    try expect(nil) { _ in .nothing }
    try expect(nil) { _ in .number(7) }
  }

  @Test func severalPayloadsToldApartByATag() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation,
      make: (EnumOwner) -> Tagged
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.tagged = make($0)
      }
    }
    try expect("EnumOwner -.tagged.owner-> EnumOwner") { .owner($0) }
    try expect("EnumOwner -.tagged.any-> EnumOwner") { .any($0) }
    try expect("EnumOwner -.tagged.sized.0-> EnumOwner") { .sized($0, .max) }
    try expect(nil) { _ in .number(5) }
    try expect(nil) { _ in .bits(.max) }
    try expect(nil) { _ in .double(1) }
    try expect(nil) { _ in .text(String(repeating: "long ", count: 20)) }
  }

  @Test func payloadsWithoutSpareBits() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation, make: (EnumOwner) -> Wide
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.wide = make($0)
      }
    }
    try expect("EnumOwner -.wide.owner.0-> EnumOwner") { .owner($0, .max) }
    // The bits of a reference that is there, in a case that has none.
    try expect(nil) { .first(UInt64(UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()))) }
    try expect(nil) { _ in .second(.max) }
  }

  @Test func manyPayloads() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation, make: (EnumOwner) -> Many
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.many = make($0)
      }
    }
    try expect("EnumOwner -.many.two.1-> EnumOwner") { .two(EnumOwner(), $0, 1) }
    try expect("EnumOwner -.many.labelled.1-> EnumOwner") { .labelled("text", $0) }
    try expect("EnumOwner -.many.function()-> EnumOwner") { owner in .function { owner.count = 1 } }
    try expect(
      "EnumOwner -.many.array._buffer._storage-> "
        + "Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> EnumOwner"
    ) { .array([$0]) }
    try expect("EnumOwner -.many.any-> EnumOwner") { .any($0) }
    try expect("EnumOwner -.many.error-> error box -content-> EnumFailure -.owner-> EnumOwner") {
      .error(EnumFailure(owner: $0))
    }
    try expect(nil) { _ in .byte(1) }
    try expect(nil) { _ in .nothing }
  }

  @Test func onePayloadAndEmptyCases() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation,
      make: (EnumOwner) -> Single
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.single = make($0)
      }
    }
    try expect("EnumOwner -.single.some.b-> EnumOwner") { .some(a: 1, b: $0, c: "text") }
    try expect(nil) { _ in .nothing }
    try expect(nil) { _ in .more }
  }

  @Test func optionalPayloads() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation,
      make: (EnumOwner) -> Optionals
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.optionals = make($0)
      }
    }
    try expect("EnumOwner -.optionals.once-> EnumOwner") { .once($0) }
    try expect("EnumOwner -.optionals.twice-> EnumOwner") { .twice($0) }
    try expect(nil) { _ in .once(nil) }
    try expect(nil) { _ in .twice(.some(nil)) }
    try expect(nil) { _ in .nothing }
  }

  @Test func payloadsWithWeakReferences() throws {
    func expect(
      _ path: String?, sourceLocation: SourceLocation = #_sourceLocation,
      make: (EnumOwner) -> Strengths
    ) throws {
      try expectCycle(through: EnumOwner.self, path, sourceLocation: sourceLocation) {
        $0.strengths = make($0)
      }
    }
    try expect(nil) { .weak(WeakPayload(weak: $0, unsafe: $0)) }
    try expect("EnumOwner -.strengths.strong-> EnumOwner") { .strong($0) }
  }

  @Test func results() throws {
    try expectCycle(through: EnumOwner.self, "EnumOwner -.result.success-> EnumOwner") {
      $0.result = .success($0)
    }
    try expectCycle(
      through: EnumOwner.self,
      "EnumOwner -.result.failure-> error box -content-> EnumFailure -.owner-> EnumOwner"
    ) { $0.result = .failure(EnumFailure(owner: $0)) }
    try expectCycle(
      through: EnumOwner.self, "EnumOwner -.result.failure-> error box -content.owner-> EnumOwner"
    ) { $0.result = .failure(EnumFailureValue(owner: $0)) }
    try expectCycle(through: EnumOwner.self, nil) {
      $0.result = .failure(EnumFailureValue(owner: nil))
    }
  }

  @Test func indirectCases() throws {
    try expectCycle(
      through: EnumOwner.self,
      "EnumOwner -.tree.node-> box -content.0.node-> box -content.1-> EnumOwner"
    ) { $0.tree = .node(.node(.leaf, $0), nil) }
    try expectCycle(
      through: EnumOwner.self,
      "EnumOwner -.chain.one-> box -content.one-> box -content.two-> box -content.a-> EnumOwner"
    ) { $0.chain = .one(.one(.two(a: $0, b: .end))) }
    try expectCycle(through: EnumOwner.self, nil) { $0.tree = .node(.node(.leaf, nil), nil) }
  }
}

// MARK: - Fixtures

final class EnumOwner: Fixture {
  var count = 0
  var spare = Spare.nothing
  var tagged = Tagged.number(1)
  var wide = Wide.first(1)
  var many = Many.nothing
  var single = Single.nothing
  var optionals: Optionals?
  var strengths: Strengths?
  var result: Result<EnumOwner, any Error>?
  var tree = Tree.leaf
  var chain = Chain.end

  func sever() {
    (spare, tagged, many, single) = (.nothing, .number(1), .nothing, .nothing)
    (optionals, strengths, result, tree, chain) = (nil, nil, nil, .leaf, .end)
    wide = .first(1)
  }
}

final class Bystander {
  var count = 1
}

final class EnumFailure: Error, @unchecked Sendable {
  let owner: EnumOwner
  init(owner: EnumOwner) { self.owner = owner }
}

struct EnumFailureValue: Error, @unchecked Sendable {
  var code = 1
  var owner: EnumOwner?
}

enum Spare {
  case nothing
  case owner(EnumOwner)
  case number(Int)
  case pair(a: Bystander, b: EnumOwner)
  case function(() -> Void)
}

enum Tagged {
  case number(Int)
  case bits(UInt64)
  case text(String)
  case owner(EnumOwner)
  case sized(EnumOwner, UInt64)
  case double(Double)
  case any(Any)
}

enum Wide {
  case first(UInt64)
  case second(UInt64)
  case owner(EnumOwner, UInt64)
}

enum Many {
  case nothing
  case two(EnumOwner, EnumOwner, Int)
  case labelled(String, EnumOwner)
  case function(() -> Void)
  case array([EnumOwner])
  case any(Any)
  case error(any Error)
  case byte(Int8)
}

enum Single {
  case nothing
  case some(a: Int, b: EnumOwner, c: String)
  case other
  case more
}

enum Optionals {
  case once(EnumOwner?)
  case twice(EnumOwner??)
  case nothing
}

struct WeakPayload {
  weak var weak: EnumOwner?
  unowned(unsafe) var unsafe: EnumOwner?
}

enum Strengths {
  case weak(WeakPayload)
  case strong(EnumOwner)
}

indirect enum Tree {
  case leaf
  case node(Tree, EnumOwner?)
}

indirect enum Chain {
  case end
  case one(Chain)
  case two(a: EnumOwner, b: Chain)
}
