import CLeakBase
import Testing
import WayAudit

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakHeapRoots
@testable import LeakSymbolication

/// What looks at the path of every report in the processes of the tests.
@Suite struct WayAuditTests {
  private final class Guest {}

  /// A way of which all is the program's, and what each of its parts would be if it were the kit's.
  @Test func tellsWhatIsTheKits() throws {
    let guest = Guest()
    let reader = HeapReader()
    let own = UInt(bitPattern: Unmanaged.passUnretained(guest).toOpaque())
    let kits = Address(UInt(bitPattern: Unmanaged.passUnretained(reader).toOpaque()))
    let function = unsafeBitCast(crt_current_thread as @convention(c) () -> Int32, to: UInt.self)
    let type = try #require(Symbolizer.symbol(at: kits.word()))
    withExtendedLifetime((guest, reader)) {
      var way = ObservedWay(isas: [Address(own).word()])
      way.slots = [ObservedWay.Slot(address: own, thread: crt_current_thread(), function: own)]
      #expect(WayAudit.kitsParts(of: way) == [])
      way.isas.append(kits.word())
      way.functions = [function + 1]
      way.slots += [
        ObservedWay.Slot(address: function, function: nil),
        ObservedWay.Slot(address: own, function: function),
      ]
      let name = "crt_current_thread"
      #expect(
        WayAudit.kitsParts(of: way) == [
          "a variable \(name)", "a frame of \(name)", "an object of \(type)", "named: \(name)",
        ])
      OwnThread.run {
        #expect(
          WayAudit.kitsParts(of: ObservedWay(on: crt_current_thread()))
            == ["the stack of a thread of the kit's"])
      }
    }
  }

  /// All that a search finds is looked at.
  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func seesWhatIsFound() throws {
    let guest = Guest()
    let keeper = Keeper(guest)
    let before = WayAudit.figures
    let result = withExtendedLifetime(keeper) {
      HeapReader().holders(of: [ObjectWitness(guest)])
    }
    #expect(result.answers.count == 1)
    #expect(WayAudit.figures.ways > before.ways)
    #expect(WayAudit.figures.addresses > before.addresses)
  }

  /// A block of memory may be an object of someone else's by then.
  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func `A way is looked at as it was when the process was copied`() throws {
    let block = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
    block.initialize(repeating: 7, count: 4)
    defer { block.deallocate() }
    let address = UInt(bitPattern: block)
    let way = FoundWay(
      root: .mapping, hops: [FoundWay.Hop(block: address, slot: address + 8)], target: 0,
      grade: .mayOwn)
    let isas = HeapReader().withCompiler { compiler -> [UInt]? in
      guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60) else {
        return nil
      }
      block.pointee = 8
      return ObservedWay(way, by: PlaceReader(copy, compiler.globals)).isas
    }
    #expect(isas == [7])
  }

  private final class Keeper {
    let guest: Guest

    init(_ guest: Guest) { self.guest = guest }
  }
}

extension ObservedWay {
  /// A way that begins on the stack of a thread.
  fileprivate init(on thread: Int32) {
    self.init(isas: [])
    slots = [Slot(address: 0, thread: thread, function: nil)]
  }
}
