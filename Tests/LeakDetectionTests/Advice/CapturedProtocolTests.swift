import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

private protocol Sink {}
private protocol BoundSink: AnyObject {}

private final class HTTPHub: Sink, BoundSink {
  var done: [() -> Void] = []

  static func keepingAny() -> HTTPHub {
    let hub = HTTPHub()
    let thing: Any = hub
    hub.done.append { _ = thing }
    return hub
  }

  static func keepingSink() -> HTTPHub {
    let hub = HTTPHub()
    let sink: any Sink = hub
    hub.done.append { _ = sink }
    return hub
  }

  static func keepingBoundSink() -> HTTPHub {
    let hub = HTTPHub()
    let sink: any BoundSink = hub
    hub.done.append { _ = sink }
    return hub
  }
}

/// What a variable is declared as decides whether it can be weak.
@Suite(.slow, .leakFree) struct CapturedProtocolTests {
  private static func path(_ make: @Sendable () -> HTTPHub) async -> RetainPath? {
    await LeakDetector.detect(within: .milliseconds(50)) { make() }.leaks.first?.path
  }

  @Test(arguments: [HTTPHub.keepingAny, HTTPHub.keepingSink])
  fileprivate func whatIsNotClassBoundIsCast(_ make: @Sendable () -> HTTPHub) async throws {
    let path = try #require(await Self.path(make))
    #expect(path.remedy?.edits == [])
    // Optimised code may lack the variable's name.
    guard let variable = path.steps[path.suspect].capture?.variable else { return }
    #expect(
      path.advice.hasPrefix("Try [weak httpHub = \(variable) as? HTTPHub] in the closure at "))
  }

  @Test func whatIsClassBoundCanBeWeak() async throws {
    let path = try #require(await Self.path(HTTPHub.keepingBoundSink))
    guard path.steps[path.suspect].capture?.variable != nil else { return }
    #expect(path.advice.hasPrefix("Try [weak sink] in the closure at "))
  }
}
