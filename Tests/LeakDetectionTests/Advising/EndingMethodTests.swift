import HeapReading
import LeakTesting
import Testing

@testable import LeakExplaining

/// Cycles that an object on them may be made to break: its method is told first.
@Suite(.leakFree) struct EndingMethodTests {
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
    var pipe: Pipe?
    var handler: (() -> Void)?
    func close(_ times: Int) { if times > 0 { pipe = nil } }
    func closeAll() { pipe = nil }
    func watch() { handler = { self.closeAll() } }
  }
  final class Valve {
    var handler: (() -> Void)?
    func close() { handler = nil }
    func watch() { handler = { self.close() } }
  }

  private static func advice(_ make: @Sendable () -> AnyObject) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50), make)
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
        + "Otherwise: Try weak var on EndingMethodTests.Pipe.channel.")
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

  @Test func withArgumentsItIsAnotherThing() async throws {
    let advice = try await Self.advice {
      let door = Door()
      door.pipe = Pipe()
      door.pipe?.channel = door
      return door
    }
    #expect(advice == "Try weak var on EndingMethodTests.Pipe.channel.")
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
