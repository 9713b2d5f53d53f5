import LeakHeapReading
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is there for those that conform to it.
protocol Disposing {}

extension Disposing {
  func dispose() {}
}

/// Cycles that an object on them may be made to break: its method is told first.
@Suite(.slow, .leakFree) struct EndingMethodTests {
  class Channel {
    var pipe: Pipe?
    func close() { pipe = nil }
  }
  final class Socket: Channel {}
  final class Pipe {
    var channel: AnyObject?
  }
  final class Stream<Element> {
    var pipe: Pipe?
    func cancel() async { pipe = nil }
  }
  final class Door {
    enum Mode { case all, half }
    var pipe: Pipe?
    func close(door: Int) {}
    func close(mode: Mode = .all, promise: Int? = nil) -> Int { mode == .all ? 1 : promise ?? 0 }
    func close(_ first: Int, _ second: Int) async throws {}
  }
  final class Hatch {
    var pipe: Pipe?
    func cancel(reason: String) async throws { pipe = nil }
  }
  /// None of its members ends the work of one of its instances.
  final class Wall {
    var pipe: Pipe?
    static func close() {}
    func closeAll() { pipe = nil }
    var cancel: Int { 3 }
    struct Gate {
      func close() {}
    }
    func open() {
      func close() { pipe = nil }
      close()
    }
  }
  final class Valve {
    var handler: (() -> Void)?
    func close() { handler = nil }
    func watch() { handler = { self.close() } }
  }
  final class Lamp: Disposing {
    var pipe: Pipe?
  }
  final class Screen {
    let token = Token()
    func watch() { token.handler = { self.watch() } }
  }
  final class Token {
    var handler: (() -> Void)?
    func cancel() { handler = nil }
  }
  private static func advice(_ make: @Sendable () -> AnyObject) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    return try #require(report.leaks.first?.path?.advice)
  }

  @Test func ofTheClass() async throws {
    let advice = try await Self.advice {
      let channel = Channel()
      channel.pipe = Pipe()
      channel.pipe?.channel = channel
      return channel
    }
    #expect(
      advice == "If EndingMethodTests.Channel.close() is there to break this cycle, call it. "
        + "If not: try weak var on EndingMethodTests.Pipe.channel, or on EndingMethodTests.Channel.pipe: the code does not tell which "
        + "of the two owns the other.")
  }

  @Test func ofASuperclass() async throws {
    let advice = try await Self.advice {
      let socket = Socket()
      socket.pipe = Pipe()
      socket.pipe?.channel = socket
      return socket
    }
    #expect(advice.hasPrefix("If EndingMethodTests.Channel.close() is there to break this cycle"))
  }

  @Test func ofAGenericClass() async throws {
    let advice = try await Self.advice {
      let stream = Stream<Int>()
      stream.pipe = Pipe()
      stream.pipe?.channel = stream
      return stream
    }
    #expect(advice.hasPrefix("If EndingMethodTests.Stream.cancel() is there to break this cycle"))
  }

  @Test func withTheFewestArgumentsThatHaveToBeGiven() async throws {
    let advice = try await Self.advice {
      let door = Door()
      door.pipe = Pipe()
      door.pipe?.channel = door
      return door
    }
    #expect(
      advice.hasPrefix(
        "If EndingMethodTests.Door.close(mode:promise:) is there to break this cycle, call it."))
  }

  @Test func withArgumentsOnly() async throws {
    let advice = try await Self.advice {
      let hatch = Hatch()
      hatch.pipe = Pipe()
      hatch.pipe?.channel = hatch
      return hatch
    }
    #expect(
      advice.hasPrefix("If EndingMethodTests.Hatch.cancel(reason:) is there to break this cycle"))
  }

  @Test func ofAnExtensionOfAProtocol() async throws {
    let advice = try await Self.advice {
      let lamp = Lamp()
      lamp.pipe = Pipe()
      lamp.pipe?.channel = lamp
      return lamp
    }
    #expect(advice.hasPrefix("If Disposing.dispose() is there to break this cycle"))
  }

  @Test func whatIsNoMethodOfAnInstanceIsAnotherThing() async throws {
    let advice = try await Self.advice {
      let wall = Wall()
      wall.open()
      wall.pipe = Pipe()
      wall.pipe?.channel = wall
      return wall
    }
    #expect(
      advice
        == "Try weak var on EndingMethodTests.Pipe.channel, or on EndingMethodTests.Wall.pipe: the code does not tell "
        + "which of the two owns the other.")
  }

  @Test func ofWhatKeepsAClosure() async throws {
    let advice = try await Self.advice {
      let screen = Screen()
      screen.watch()
      return screen
    }
    #expect(
      advice.hasSuffix(
        " Or call EndingMethodTests.Token.cancel(), if it is there to break this cycle."))
  }

  @Test func aClosureIsAtFaultAllTheSame() async throws {
    let advice = try await Self.advice {
      let valve = Valve()
      valve.watch()
      return valve
    }
    #expect(advice.hasPrefix("Try [weak self] in the closure at EndingMethodTests.swift:"))
  }
}
