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
  case other(Bystander)
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
  case array([Any])
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
  case call(action: () -> Void, times: Int)
  case perhaps((() -> Void)?, EnumOwner?)
  case later(Int, text: String, then: () -> Void)
  case never(@Sendable () async -> Void, of: Int, [EnumOwner])
  case loads(task: Bystander, onDone: (Result<[Int], any Error>, Int?) -> Void)
  case pairs((Int, Int) -> Int, (Bystander, Bystander) -> Bystander?, last: Int)
  case both((Int) -> Void, (Int, String) throws -> Bool, tag: [String: Int])
}
