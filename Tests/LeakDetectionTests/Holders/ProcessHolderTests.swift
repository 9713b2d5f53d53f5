import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A process that was started keeps its closure until it has ended.
@Suite(.slow, .serialized) struct ProcessHolderTests {
  private final class Build: @unchecked Sendable {
    private let process = Process()
    private var status: Int32?

    /// Starts what sleeps for a minute, and returns it.
    func start() throws -> Process {
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["600"]
      process.terminationHandler = { self.status = $0.terminationStatus }
      try process.run()
      return process
    }

    /// Prepares it, and does not start it.
    func prepare() {
      process.terminationHandler = { self.status = $0.terminationStatus }
    }
  }

  private final class Log: @unchecked Sendable {
    private var text = ""

    func start() throws -> Process {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["600"]
      process.standardOutput = pipe
      pipe.fileHandleForReading.readabilityHandler = { handle in
        self.text += String(decoding: handle.availableData, as: UTF8.self)
      }
      try process.run()
      return process
    }
  }

  private static func leak(
    of body: () throws -> Process?
  ) async rethrows -> Leak? {
    var started: pid_t?
    let report = try await LeakDetector.detect(within: .milliseconds(50)) {
      started = try body()?.processIdentifier
    }
    // It has the signals blocked that the threads of Dispatch have, and would not see a milder one.
    if let started { kill(started, SIGKILL) }
    return report.leaks.first
  }

  @Test func `A process that is running`() async throws {
    let leak = try await Self.leak { try Build().start() }
    guard case .held(let holders)? = leak?.verdict else {
      Issue.record("\(String(describing: leak))")
      return
    }
    #expect(holders.count == 1)
    #expect(holders.first?.place == HoldingPlace(.process))
    #expect(
      holders.first?.advice
        == "It goes when the process has ended. Wait for that, terminate() it, or write [weak self] in the closure."
    )
    #expect(holders.first?.isProbable == false)
    #expect(holders.first?.cycleAfterwards?.steps.count == 2)
  }

  private final class OwnProcess: Process, @unchecked Sendable {
    var log: Build?
  }

  @Test func `A process of the program's own class, without a closure`() async throws {
    let leak = try await Self.leak {
      let process = OwnProcess()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["600"]
      process.log = Build()
      try process.run()
      return process
    }
    guard case .held(let holders)? = leak?.verdict else {
      Issue.record("\(String(describing: leak))")
      return
    }
    #expect(holders.first?.place == HoldingPlace(.process))
    #expect(
      holders.first?.advice
        == "It goes when the process has ended. Wait for that, or terminate() it.")
  }

  @Test func `A process that was not started has only a cycle`() async throws {
    let leak = await Self.leak {
      Build().prepare()
      return nil
    }
    guard case .leaked(let path)? = leak?.verdict else {
      Issue.record("\(String(describing: leak))")
      return
    }
    #expect(path.steps.count == 2)
  }

  @Test func `What reads from a process says more than the process`() async throws {
    let leak = try await Self.leak { try Log().start() }
    guard case .held(let holders)? = leak?.verdict else {
      Issue.record("\(String(describing: leak))")
      return
    }
    #expect(holders.first?.place?.kind == .dispatchSource)
    #expect(holders.first?.isProbable == false)
  }
}
