import Foundation
import LeakTesting
import Testing

/// What words say that nobody has written, behind a payload whose type is not read.
@Suite(.leakFree) struct UnreadPayloadTests {
  final class Screen: @unchecked Sendable {
    var route = Route.start
  }

  indirect enum Route {
    case start
    /// The elements of this payload are not told apart: it has a tuple.
    case pushed(after: Route, (Int, Int, Int), by: (Int) -> Void)
  }

  private nonisolated(unsafe) static var kept: [Screen] = []

  /// Leaves blocks as large as a payload, in each of which the last word is its own address.
  @inline(never) private static func leaveOwnAddresses() {
    let blocks = (0..<7).map { _ in
      let block = malloc(64)!
      for offset in stride(from: 16, to: 72, by: 8) {
        (block + offset).storeBytes(of: UInt(bitPattern: block), as: UInt.self)
      }
      return block
    }
    for block in blocks { free(block) }
  }

  @Test func `A variable keeps what leads to itself by a word that was left over`() {
    let screen = Screen()
    Self.leaveOwnAddresses()
    screen.route = .pushed(
      after: .pushed(after: .start, (1, 2, 3), by: { _ in }), (4, 5, 6), by: { _ in })
    Self.kept.append(screen)
  }
}
