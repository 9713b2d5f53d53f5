import Distributed
import LeakTesting
import TestOrder
import Testing

/// An actor of the testing system that comes with the toolchain, which keeps the actors that have not resigned.
@Suite(.slow) struct DistributedActorTests {
  private distributed actor Greeting {
    typealias ActorSystem = LocalTestingDistributedActorSystem

    distributed func hello() -> String { "hello" }
  }

  private static func greet(resigning: Bool) async throws -> LeakReport {
    try await LeakDetector.detect {
      let system = LocalTestingDistributedActorSystem()
      let greeting = Greeting(actorSystem: system)
      _ = try await greeting.hello()
      if resigning { system.resignID(greeting.id) }
      return greeting
    }
  }

  @Test func systemKeepsItsActors() async throws {
    let report = try await Self.greet(resigning: false)
    #expect(
      report.textWithoutLines == """
        DistributedActorTests.Greeting leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ DistributedActorTests.Greeting
          │    .actorSystem: LocalTestingDistributedActorSystem
          │    .activeActors[value]: DistributedActorTests.Greeting
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ DistributedActorTests.Greeting

          Call resignID(_:) on the LocalTestingDistributedActorSystem with the actor's id when the actor is no longer needed: until then it keeps the DistributedActorTests.Greeting.
          pattern system-container (swift run leakcases show owners/foundation-collection)
          fingerprint 82c81afd
        """)
  }

  @Test func actorThatHasResignedGoes() async throws {
    let report = try await Self.greet(resigning: true)
    #expect(report.leaks.isEmpty)
  }
}
