import LeakTesting
import TestOrder
import Testing

/// An address in what only the object itself has.
@Suite(.leakFree) struct OwnWordTests {
  final class Screen {
    var count = 0
    var refresh: (() -> Void)?
    var other: Screen?
  }

  /// In what the address is captured.
  enum Capture: CaseIterable {
    case unownedUnsafe, unmanaged, inAnother

    /// Makes one that is retained once more than anything refers to it.
    @inline(never) func lose() -> UInt {
      let screen = Screen()
      _ = Unmanaged.passRetained(screen)
      switch self {
      case .unownedUnsafe: screen.refresh = { [unowned(unsafe) screen] in screen.count += 1 }
      case .unmanaged:
        let unmanaged = Unmanaged.passUnretained(screen)
        screen.refresh = { _ = unmanaged.toOpaque() }
      case .inAnother:
        let other = Screen()
        other.refresh = { [unowned(unsafe) screen] in screen.count += 1 }
        screen.other = other
      }
      return ~UInt(bitPattern: ObjectIdentifier(screen))
    }
  }

  @Test(.slow, arguments: Capture.allCases)
  func `It does not hold the object`(_ capture: Capture) async {
    var mask: UInt = 0
    let report = await LeakDetector.detect(within: .milliseconds(50)) { mask = capture.lose() }
    #expect(report.leaks.count == 1)
    // By chance, a word may be left in memory of unknown use, but in no closure.
    #expect(!report.leaks.contains { $0.headline.contains("closure") })
    UnsafeRawPointer(bitPattern: ~mask).map { Unmanaged<Screen>.fromOpaque($0).release() }
  }
}
