import Foundation
import LeakBase
import Testing

@testable import LeakDeciding

/// Blocks that another language has made.
@Suite(.serialized) struct ForeignBlockTests {
  private final class Node: Sendable {}

  private typealias Block = @convention(block) () -> Void

  nonisolated(unsafe) private static var pending: UnsafeMutableRawPointer?

  /// A function of Block.h: `_Block_copy`, which retains a block as well, or `_Block_release`.
  private static func call(_ function: String, _ block: UnsafeRawPointer) throws
    -> UnsafeRawPointer?
  {
    typealias Function = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?
    let function = try #require(dlsym(nil, function))
    return unsafeBitCast(function, to: Function.self)(block)
  }

  /// A block that captures another one and a pointer to something else: as large as one that has a closure of Swift's. Nobody calls or
  /// releases it (Block_private.h: class, flags, function, descriptor; reserved, size, and two functions).
  private static func makeBlock(
    capturing block: UnsafeRawPointer, _ info: UnsafeRawPointer
  ) throws -> UnsafeMutableRawPointer {
    let kind = try #require(dlsym(nil, "_NSConcreteMallocBlock"))
    let needsFree: UInt = 1 << 24
    let hasFunctions: UInt = 1 << 25
    let descriptor = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
    for (index, word) in ([0, 48, 0, 0] as [UInt]).enumerated() { descriptor[index] = word }
    let words = [
      UInt(bitPattern: kind), needsFree | hasFunctions | 2, 0, UInt(bitPattern: descriptor),
      UInt(bitPattern: block), UInt(bitPattern: info),
    ]
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: words.count)
    for (index, word) in words.enumerated() { memory[index] = word }
    return UnsafeMutableRawPointer(memory)
  }

  @inline(never)
  private static func makePending() throws -> (TrackedObject, captured: UInt) {
    let node = Node()
    let block: Block = { withExtendedLifetime(node) {} }
    let captured = try #require(
      try call("_Block_copy", unsafeBitCast(block, to: UnsafeRawPointer.self)))
    let info = try #require(UnsafeRawPointer(bitPattern: 0x1000))
    pending = try makeBlock(capturing: captured, info)
    return (TrackedObject(node, location: CodeLocation()), ~UInt(bitPattern: captured))
  }

  /// Its first capture is the owner of a block, and not the code of a closure.
  @Test func mayOwnWhatItCaptures() throws {
    let (tracked, captured) = try Self.makePending()
    let verdict = LeakCheck.verdicts(on: [tracked], within: .milliseconds(1)).first
    guard case .held(let holders) = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(holders.allSatisfy { $0.isProbable }, "\(holders)")
    _ = try Self.call("_Block_release", #require(UnsafeRawPointer(bitPattern: ~captured)))
    Self.pending = nil
  }
}
