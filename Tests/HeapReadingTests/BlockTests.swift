import Dispatch
import Testing

/// References in blocks (`@convention(block)`) and in the work items that are made of them.
///
/// The layout of a block is well known rather than described by metadata: its references are marked `*`.
struct BlockTests {
  @Test func blocksInProperties() throws {
    try expectCycle(
      through: BlockOwner.self, "BlockOwner -.block-> block -content()*-> BlockOwner"
    ) { owner in owner.block = { owner.count += 1 } }
    try expectCycle(
      through: BlockOwner.self, "BlockOwner -.optionalBlock-> block -content()*-> BlockOwner"
    ) { owner in owner.optionalBlock = { owner.count += 1 } }
    try expectCycle(through: BlockOwner.self, nil) { owner in
      owner.optionalBlock = { [weak owner] in owner?.count += 1 }
    }
  }

  @Test func blocksInClosures() throws {
    try expectCycle(
      through: BlockOwner.self,
      "BlockOwner -.handler()-> closure context -capture 0-> block -content()*-> BlockOwner"
    ) { $0.captureBlock() }
    try expectCycle(
      through: BlockOwner.self,
      "BlockOwner -.handler()-> closure context -capture 0-> block -content()*-> BlockOwner"
    ) { $0.captureOptionalBlock() }
  }

  @Test func workItems() throws {
    try expectCycle(
      through: BlockOwner.self,
      "BlockOwner -.item-> Dispatch.DispatchWorkItem -._block-> block -content*-> block "
        + "-content()*-> BlockOwner"
    ) { owner in owner.item = DispatchWorkItem { owner.count = 4 } }
    try expectCycle(
      through: BlockOwner.self,
      "BlockOwner -.item-> Dispatch.DispatchWorkItem -._block-> block -content*-> block "
        + "-content()*-> closure context -capture 1-> BlockOwner"
    ) { owner in
      let view = View()
      owner.item = DispatchWorkItem {
        view.count = 4
        owner.count = 4
      }
    }
  }

  @Test func workItemsThatKeepNothingAlive() throws {
    try expectCycle(through: BlockOwner.self, nil) { owner in
      owner.item = DispatchWorkItem { [weak owner] in owner?.count = 4 }
    }
    try expectCycle(through: BlockOwner.self, nil) { owner in
      owner.item = DispatchWorkItem { [unowned owner] in owner.count = 4 }
    }
    try expectCycle(
      through: BlockOwner.self,
      "BlockOwner -.item-> Dispatch.DispatchWorkItem -._block-> block -content*-> block "
        + "-content()*-> BlockOwner"
    ) { owner in owner.item = DispatchWorkItem { [owner] in owner.count = 4 } }
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
