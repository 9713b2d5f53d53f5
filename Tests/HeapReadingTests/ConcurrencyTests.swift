import Observation
import Testing

/// References in actors, async streams and observable objects.
struct ConcurrencyTests {
  @Test func actors() throws {
    try expectCycle(through: Session.self, "Session -.worker-> Worker -.session-> Session") {
      $0.worker = Worker(session: $0, function: nil)
    }
    try expectCycle(through: Session.self, "Session -.worker-> Worker -.function()-> Session") {
      session in session.worker = Worker(session: nil, function: { session.count += 1 })
    }
    try expectCycle(through: Session.self, nil) {
      $0.worker = Worker(session: nil, function: nil)
    }
  }

  @Test func asyncStreams() throws {
    try expectCycle(
      through: Session.self,
      "Session -.continuation.storage-> Swift.AsyncStream<Swift.Int>._Storage "
        + "-.state.onTermination()-> Session"
    ) { session in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.onTermination = { _ in session.count += 1 }
      (session.stream, session.continuation) = (stream, continuation)
    }
    try expectCycle(
      through: Session.self,
      "Session -.stream.context-> Swift.AsyncStream<Swift.Int>._Context -.produce()-> "
        + "closure context -capture 0-> Swift._AsyncStreamCriticalStorage<"
        + "Swift.Optional<() async -> Swift.Optional<Swift.Int>>> -._value()-> Session"
    ) { session in
      session.stream = AsyncStream(unfolding: { session.count })
    }
  }

  @Test func observableObjects() throws {
    try expectCycle(through: Session.self, "Session -.model-> Model -._session-> Session") {
      session in
      let model = Model()
      model.session = session
      session.model = model
    }
    try expectCycle(
      through: Session.self,
      "Session -.model-> Model -._$observationRegistrar.extent-> "
        + "Observation.ObservationRegistrar.Extent -.context.state.buffer-> "
        + "Observation._ManagedCriticalState<Observation.ObservationRegistrar.State>.LockedBuffer "
        + "-.header.observations._variant.object.rawValue-> "
        + "Swift._DictionaryStorage<Swift.Int, Observation.ObservationRegistrar.State.Observation> "
        + "-[value].kind.willSetTracking()-> closure context -capture 1()-> "
        + "closure context -capture 0()-> Session"
    ) { session in
      let model = Model()
      session.model = model
      withObservationTracking {
        _ = model.name
      } onChange: {
        session.count += 1
      }
    }
  }
}

// MARK: - Fixtures

final class Session: Fixture, @unchecked Sendable {
  var count = 0
  var worker: Worker?
  var stream: AsyncStream<Int>?
  var continuation: AsyncStream<Int>.Continuation?
  var model: Model?

  func sever() {
    continuation?.finish()
    model?.name = "changed"
    (worker, stream, continuation, model) = (nil, nil, nil, nil)
  }
}

actor Worker {
  var session: Session?
  var function: (@Sendable () -> Void)?

  init(session: Session?, function: (@Sendable () -> Void)?) {
    self.session = session
    self.function = function
  }
}

@Observable
final class Model {
  var name = "name"
  var session: Session?
}
