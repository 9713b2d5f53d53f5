import Distributed

final class Clerk: Fixture, @unchecked Sendable {
  let system = LocalTestingDistributedActorSystem()
  var count = 0
  var office: Office?

  func hire(clerk: Clerk?, function: (@Sendable () -> Void)?) {
    office = Office(clerk: clerk, function: function, actorSystem: system)
  }

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
