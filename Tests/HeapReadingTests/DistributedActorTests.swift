import Distributed
import Testing

/// References in distributed actors, and in the system that knows them.
struct DistributedActorTests {
  @Test func storedProperties() throws {
    try expectCycle(through: Clerk.self, "Clerk -.office-> Office -.clerk-> Clerk") { clerk in
      clerk.office = Office(clerk: clerk, function: nil, actorSystem: clerk.system)
    }
    try expectCycle(through: Clerk.self, "Clerk -.office-> Office -.function()-> Clerk") { clerk in
      clerk.office = Office(
        clerk: nil, function: { clerk.count += 1 }, actorSystem: clerk.system)
    }
    try expectCycle(through: Clerk.self, nil) { clerk in
      clerk.office = Office(clerk: nil, function: nil, actorSystem: clerk.system)
    }
  }
}

// MARK: - Fixtures

final class Clerk: Fixture, @unchecked Sendable {
  let system = LocalTestingDistributedActorSystem()
  var count = 0
  var office: Office?

  func sever() {
    if let office { system.resignID(office.id) }
    office = nil
  }
}

distributed actor Office {
  typealias ActorSystem = LocalTestingDistributedActorSystem

  let clerk: Clerk?
  let function: (@Sendable () -> Void)?

  init(
    clerk: Clerk?, function: (@Sendable () -> Void)?,
    actorSystem: LocalTestingDistributedActorSystem
  ) {
    self.clerk = clerk
    self.function = function
    self.actorSystem = actorSystem
  }
}
