import CRuntime
import Testing
import WayAudit

@testable import HeapReading

/// What looks at the path of every report in the processes of the tests.
@Suite struct WayAuditTests {
  private final class Guest {}

  /// A way of which all is the program's, and what each of its parts would be if it were the kit's.
  @Test func tellsWhatIsTheKits() throws {
    let guest = Guest()
    let reader = HeapReader()
    let own = UInt(bitPattern: Unmanaged.passUnretained(guest).toOpaque())
    let kits = UInt(bitPattern: Unmanaged.passUnretained(reader).toOpaque())
    let function = unsafeBitCast(crt_current_thread as @convention(c) () -> Int32, to: UInt.self)
    let type = try #require(Symbolizer.symbol(at: Address(kits).word()))
    withExtendedLifetime((guest, reader)) {
      var way = ObservedWay(through: [own])
      way.slots = [ObservedWay.Slot(address: own, thread: crt_current_thread(), function: own)]
      #expect(WayAudit.kitsParts(of: way) == [])
      way.isas += ObservedWay(through: [kits]).isas
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

  private final class Keeper {
    let guest: Guest

    init(_ guest: Guest) { self.guest = guest }
  }
}

extension ObservedWay {
  /// A way that begins on the stack of a thread.
  fileprivate init(on thread: Int32) {
    self.init(through: [])
    slots = [Slot(address: 0, thread: thread, function: nil)]
  }
}
