import CLeakBase
import ChildProcess
import Foundation
import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapModel
@testable import LeakHeapReading

#if os(Linux)
  /// A memory map of an earlier walk, in a process that has changed since.
  ///
  /// Each test runs in a process of its own: nobody else maps memory there, or reads what is gone.
  @Suite struct KeptMapTests {
    @Test(.aheadOfOthers) func onlyThatMemoryCanBeReadIsAnsweredByAnOldMap() async {
      await #expect(processExitsWith: .success) {
        let page = Page()
        let map = KeptMap()
        let code = Address(symbol: "malloc")
        precondition(map.isReadable(page.address, length: 16) && map.isCode(code))
        map.age()
        precondition(map.isOld && map.isReadable(page.address, length: 4096) && map.isOld)
        precondition(map.readableRegion(around: page.address).contains(page.address.bits))
        precondition(map.isOld && map.isCode(code) && !map.isOld)
        map.age()
        precondition(map.isInImage(code, length: 8) && !map.isOld)
        map.age()
        precondition(map.blockSize(at: page.address) == 0 && !map.isOld)
        // Small numbers lead nowhere, in every process.
        map.age()
        precondition(!map.isReadable(Address(8), length: 8) && !map.isCode(Address(0)) && map.isOld)
        precondition(!map.isReadable(Address(0x5000), length: 8) && !map.isOld)
      }
    }

    @Test(.aheadOfOthers) func memoryThatCameIsReadable() async {
      await #expect(processExitsWith: .success) {
        let map = KeptMap()
        let page = Page()
        precondition(!map.isReadable(page.address, length: 16))
        map.age()
        precondition(map.isReadable(page.address, length: 16) && !map.isOld)
      }
    }

    @Test(.aheadOfOthers) func aMapThatIsReadAnewBeforeNoKnowsWhatCame() async {
      await #expect(processExitsWith: .success) {
        let map = KeptMap(rereadingBeforeNo: true)
        let (data, code) = (Page(), Page())
        precondition(map.isReadable(data.address, length: 16))
        precondition(!map.isCode(data.address) && !map.isInImage(data.address, length: 16))
        code.protect(PROT_READ | PROT_EXEC)
        precondition(map.isCode(code.address))
        // A page that is laid out as a block of malloc's that is a mapping of its own.
        let block = Page()
        UnsafeMutableRawPointer(mutating: block.address.pointer).storeBytes(
          of: 4096 | UInt(crt_fact_chunk_is_mapping()), toByteOffset: 8, as: UInt.self)
        // A sanitizer's malloc knows its blocks by itself.
        precondition(
          Sanitizer.isAny || map.blockSize(at: block.address + crt_fact_chunk_header()) == 4080)
        let later = Page()
        precondition(map.readableRegion(around: later.address).contains(later.address.bits))
        precondition(!map.isReadable(Address(8), length: 8))
      }
    }

    @Test(.aheadOfOthers) func memoryThatWentIsNotReadableByANewMap() async {
      await #expect(processExitsWith: .success) {
        let page = Page()
        let map = KeptMap()
        precondition(map.isReadable(page.address, length: 16))
        page.unmap()
        map.age()
        precondition(map.isReadable(page.address, length: 16))
        map.renew()
        precondition(!map.isReadable(page.address, length: 16))
      }
    }

    @Test(.aheadOfOthers) func codeThatWasReplacedIsNone() async {
      await #expect(processExitsWith: .success) {
        let page = Page()
        page.protect(PROT_READ | PROT_EXEC)
        let map = KeptMap()
        precondition(map.isCode(page.address))
        page.protect(PROT_READ | PROT_WRITE)
        map.age()
        precondition(!map.isCode(page.address))
      }
    }

    /// What is found by a map that is kept, in memory that came, went, or is another's since, is what is found by a new one.
    @Test(.aheadOfOthers, arguments: Change.allCases) fileprivate func aWalkFindsTheSameAsByANewMap(
      change: Change
    ) async throws {
      try await HandedOver.handing(change) {
        await #expect(processExitsWith: .success) {
          let change = try HandedOver.take(Change.self)
          let page = Page()
          let (root, other) = (Link(), Link())
          other.next = Link()
          if change == .comes {
            page.unmap()
            root.refer(to: other)
          } else {
            page.place(other, nextTo: nil)
            root.refer(to: page.address.pointer)
          }
          let reader = HeapReader()
          let pointer = UnsafeRawPointer(Unmanaged.passUnretained(root).toOpaque())
          _ = try reader.snapshot(from: pointer)
          switch change {
          case .comes:
            page.map()
            page.place(other, nextTo: nil)
            root.refer(to: page.address.pointer)
          case .goes: page.unmap()
          case .cannotBeRead: page.protect(PROT_NONE)
          case .isAnothers: page.place(other, nextTo: other.next)
          case .isNothing:
            page.unmap()
            page.map()
          }
          let faults = MemoryGuard.faultCount
          let kept = try reader.snapshot(from: pointer)
          let met = MemoryGuard.faultCount - faults
          let new = try HeapReader().snapshot(from: pointer)
          precondition(kept.addresses == new.addresses)
          precondition(kept.graph.objects.map(\.size) == new.graph.objects.map(\.size))
          precondition(
            kept.graph.objects.indices.map { kept.graph.type(of: $0).name }
              == new.graph.objects.indices.map { new.graph.type(of: $0).name })
          precondition(kept.graph.references.map(\.target) == new.graph.references.map(\.target))
          precondition(kept.changes.isEmpty == new.changes.isEmpty)
          precondition(kept.unread == new.unread)
          precondition(!kept.changes.isEmpty == [.goes, .cannotBeRead].contains(change))
          precondition((met > 0) == [.goes, .cannotBeRead].contains(change))
          root.refer(to: nil)
        }
      }
    }

    /// What a walk leaves in the memory that is kept for the next leads to no object.
    @Test func noAddressIsLeftBehind() throws {
      let root = Link()
      root.next = Link()
      let compiler = PlanCompiler()
      let buffers = WalkBuffers()
      defer { buffers.deallocate() }
      for _ in 0..<2 {
        var walk = HeapWalk(compiler: compiler, limits: ReadingLimits(), buffers: buffers)
        walk.run(from: [Address(UInt(bitPattern: Unmanaged.passUnretained(root).toOpaque()))])
        let snapshot = walk.snapshot()
        walk.deallocate()
        #expect(snapshot.addresses.count == 2)
        #expect(buffers.addresses.count == 0)
        #expect((0..<2).map { buffers.addresses[$0] } == [0, 0])
        #expect(snapshot.addresses.allSatisfy { buffers.table.index(of: $0) == nil })
      }
      withExtendedLifetime(root) {}
    }
  }

  private enum Change: Codable, CaseIterable {
    /// Memory is mapped.
    case comes
    /// It is given back.
    case goes
    case cannotBeRead
    /// Another object is in it.
    case isAnothers
    /// It is given back, and mapped anew.
    case isNothing
  }

  private final class Link {
    var next: Link?

    /// Makes ``next`` a word that nobody has retained.
    func refer(to pointer: UnsafeRawPointer?) {
      let object = Unmanaged.passUnretained(self).toOpaque()
      object.storeBytes(of: UInt(bitPattern: pointer), toByteOffset: 16, as: UInt.self)
    }

    func refer(to other: Link) {
      refer(to: Unmanaged.passUnretained(other).toOpaque())
    }
  }

  /// A page between others that cannot be read.
  private struct Page {
    private static let size = Int(sysconf(Int32(_SC_PAGESIZE)))
    private let start: UnsafeMutableRawPointer

    init() {
      let around = mmap(
        nil, Self.size * 3, PROT_NONE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)!
      precondition(around != MAP_FAILED)
      start = around + Self.size
      map()
    }

    var address: Address { Address(UInt(bitPattern: start)) }

    func map() {
      let page = mmap(
        start, Self.size, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | Int32(MAP_ANONYMOUS) | Int32(MAP_FIXED), -1, 0)
      precondition(page == start)
    }

    func unmap() { precondition(munmap(start, Self.size) == 0) }

    func protect(_ rights: Int32) { precondition(mprotect(start, Self.size, rights) == 0) }

    /// Puts a copy of `node` here, with another ``Link/next``.
    func place(_ node: Link, nextTo next: Link?) {
      start.copyMemory(from: Unmanaged.passUnretained(node).toOpaque(), byteCount: 16)
      let word = next.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
      start.storeBytes(of: word, toByteOffset: 16, as: UInt.self)
    }
  }
#endif
