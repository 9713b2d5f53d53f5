import Foundation
import LeakTesting
import Testing

/// Observers of the process's notification centre, to which a static of the program's refers as well.
@Suite struct DefaultCenterTests {
  private enum App {
    static let center = NotificationCenter.default
  }

  private final class Screen: @unchecked Sendable {
    private(set) var count = 0
    func show() { count += 1 }
  }

  @Test func theCenterKeepsThem() async {
    #expect(App.center === NotificationCenter.default)
    nonisolated(unsafe) var token: (any NSObjectProtocol)?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let screen = Screen()
      token = NotificationCenter.default.addObserver(
        forName: .init("DefaultCenterTests"), object: nil, queue: nil
      ) { _ in screen.show() }
    }
    token.map(NotificationCenter.default.removeObserver)
    let headlines = report.leaks.filter { $0.typeName.hasSuffix("Screen") }
      .map { $0.description.prefix { $0 != "(" } }
    #expect(
      headlines == [
        "DefaultCenterTests.Screen is held: 1 instance is kept alive by an observer that NotificationCenter keeps "
      ])
  }
}
