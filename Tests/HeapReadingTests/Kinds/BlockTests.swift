import Dispatch
import Testing

/// References in blocks (`@convention(block)`) and in the work items that are made of them.
///
/// The layout of a block is well known rather than described by metadata: its references are marked `*`.
struct BlockTests {
  @Test("kinds: block", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = blocks + workItems

  @KindList private static var blocks: [Kind] {
    Kind("a property", in: BlockOwner.self, "BlockOwner -.block-> block -content()*-> BlockOwner") {
      owner in owner.block = { owner.count += 1 }
    }
    Kind(
      "an optional property", in: BlockOwner.self,
      "BlockOwner -.optionalBlock-> block -content()*-> BlockOwner"
    ) { owner in owner.optionalBlock = { owner.count += 1 } }
    Kind(
      "a block, [weak]", in: BlockOwner.self,
      twin: "BlockOwner -.optionalBlock-> block -content()*-> BlockOwner"
    ) { owner in
      owner.optionalBlock = { [weak owner] in owner?.count += 1 }
    } strong: { owner in
      owner.optionalBlock = { [owner] in owner.count += 1 }
    }
    Kind(
      "captured by a closure", in: BlockOwner.self,
      "BlockOwner -.handler()-> closure context -capture 0-> block -content()*-> BlockOwner"
    ) { $0.captureBlock() }
    Kind(
      "an optional one captured by a closure", in: BlockOwner.self,
      "BlockOwner -.handler()-> closure context -capture 0-> block -content()*-> BlockOwner"
    ) { $0.captureOptionalBlock() }
    // The runtime of Linux crashes when it is to name such a type.
    Kind(
      "inside a tuple", in: NestedBlockOwner.self,
      "NestedBlockOwner -.nested?-> block -content()*-> NestedBlockOwner"
    ) { owner in owner.nested = ({ owner.count += 1 }, 1) }
    Kind(
      "inside a tuple, [weak]", in: NestedBlockOwner.self,
      twin: "NestedBlockOwner -.nested?-> block -content()*-> NestedBlockOwner"
    ) { owner in
      owner.nested = ({ [weak owner] in owner?.count += 1 }, 1)
    } strong: { owner in
      owner.nested = ({ [owner] in owner.count += 1 }, 1)
    }
    // The property without bytes is at offset 0.
    Kind(
      "inside a tuple, before a property without bytes", in: NestedBlockBeforeNothing.self,
      "NestedBlockBeforeNothing -.nested?-> block -content()*-> NestedBlockBeforeNothing"
    ) { owner in owner.nested = ({ owner.count += 1 }, 1) }
  }

  private static let item =
    "BlockOwner -.item-> Dispatch.DispatchWorkItem -._block-> block -content*-> block -content()*-> "

  @KindList private static var workItems: [Kind] {
    Kind("DispatchWorkItem, self", in: BlockOwner.self, item + "BlockOwner") { owner in
      owner.item = DispatchWorkItem { owner.count = 4 }
    }
    Kind(
      "DispatchWorkItem, view and self", in: BlockOwner.self,
      item + "closure context -capture 1-> BlockOwner"
    ) { owner in
      let view = View()
      owner.item = DispatchWorkItem {
        view.count = 4
        owner.count = 4
      }
    }
    Kind("DispatchWorkItem, [weak]", in: BlockOwner.self, twin: item + "BlockOwner") { owner in
      owner.item = DispatchWorkItem { [weak owner] in owner?.count = 4 }
    } strong: { owner in
      owner.item = DispatchWorkItem { [owner] in owner.count = 4 }
    }
    Kind("DispatchWorkItem, [unowned]", in: BlockOwner.self, twin: item + "BlockOwner") { owner in
      owner.item = DispatchWorkItem { [unowned owner] in owner.count = 4 }
    } strong: { owner in
      owner.item = DispatchWorkItem { [owner] in owner.count = 4 }
    }
  }
}

// MARK: - Fixtures

final class BlockOwner: Fixture, @unchecked Sendable {
  typealias Block = @convention(block) () -> Void

  var count = 0
  var block: Block = {}
  var optionalBlock: Block?
  var handler: (() -> Void)?
  var item: DispatchWorkItem?

  func sever() {
    (block, optionalBlock, handler, item) = ({}, nil, nil, nil)
  }

  func captureBlock() {
    let block: Block = { self.count += 1 }
    handler = {
      block()
      block()
    }
  }
  func captureOptionalBlock() {
    let block: Block? = runTimeNumber() > 0 ? { self.count += 1 } : nil
    handler = { block?() }
  }
}

/// Has blocks where the runtime cannot see them.
final class NestedBlockBeforeNothing: Fixture {
  struct Nothing {}

  var count = 0
  var nested: (BlockOwner.Block, Int)?
  let nothing = Nothing()

  func sever() { nested = nil }
}

final class NestedBlockOwner: Fixture {
  var count = 0
  var nested: (BlockOwner.Block, Int)?

  func sever() { nested = nil }
}
