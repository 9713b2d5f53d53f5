import Observation
import Testing

/// References in actors, async streams and observable objects.
struct ConcurrencyTests {
  @Test("kinds: concurrency", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = actors + streams + observation

  @KindList private static var actors: [Kind] {
    Kind(
      "an actor's property", in: Session.self, "Session -.worker-> Worker -.session-> Session"
    ) { $0.worker = Worker(session: $0, function: nil) }
    Kind(
      "an actor's closure", in: Session.self, "Session -.worker-> Worker -.function()-> Session"
    ) { session in session.worker = Worker(session: nil, function: { session.count += 1 }) }
    Kind(
      "an actor without references", in: Session.self,
      twin: "Session -.worker-> Worker -.session-> Session"
    ) {
      $0.worker = Worker(session: nil, function: nil)
    } strong: {
      $0.worker = Worker(session: $0, function: nil)
    }
    Kind(
      "a distributed actor's property", in: Clerk.self,
      "Clerk -.office-> Office -.clerk-> Clerk"
    ) { $0.hire(clerk: $0, function: nil) }
    Kind(
      "a distributed actor's closure", in: Clerk.self,
      "Clerk -.office-> Office -.function()-> Clerk"
    ) { clerk in clerk.hire(clerk: nil) { clerk.count += 1 } }
    Kind(
      "a distributed actor without references", in: Clerk.self,
      twin: "Clerk -.office-> Office -.clerk-> Clerk"
    ) {
      $0.hire(clerk: nil, function: nil)
    } strong: {
      $0.hire(clerk: $0, function: nil)
    }
  }

  private static let termination =
    "Session -.continuation.storage-> Swift.AsyncStream<Swift.Int>._Storage "
    + "-.state.onTermination()-> Session"

  private static let throwing =
    "Session -.throwing.storage-> Swift.AsyncThrowingStream<Swift.Int, Swift.Error>._Storage "
    + "-.state.onTermination()-> Session"

  @KindList private static var streams: [Kind] {
    Kind("AsyncStream.onTermination", in: Session.self, termination) { session in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.onTermination = { _ in session.count += 1 }
      (session.stream, session.continuation) = (stream, continuation)
    }
    Kind("AsyncStream.onTermination, [weak]", in: Session.self, twin: termination) { session in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.onTermination = { [weak session] _ in session?.count += 1 }
      (session.stream, session.continuation) = (stream, continuation)
    } strong: { session in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.onTermination = { [session] _ in session.count += 1 }
      (session.stream, session.continuation) = (stream, continuation)
    }
    Kind(
      "AsyncStream's buffer", in: Session.self,
      "Session -.any.context-> Swift.AsyncStream<Session>._Context -.produce()-> "
        + "Swift.AsyncStream<Session>._Storage -.state.pending._storage._buffer._nativeBuffer-> "
        + "Swift._DequeBuffer<Session> -content?-> Session"
    ) { session in
      let (stream, continuation) = AsyncStream.makeStream(of: Session.self)
      continuation.yield(session)
      session.any = stream
    }
    Kind(
      "AsyncStream(unfolding:)", in: Session.self,
      "Session -.stream.context-> Swift.AsyncStream<Swift.Int>._Context -.produce()-> "
        + "closure context -capture 0-> Swift._AsyncStreamCriticalStorage<"
        + "Swift.Optional<() async -> Swift.Optional<Swift.Int>>> -._value()-> Session"
    ) { session in session.stream = AsyncStream(unfolding: { session.count }) }
    Kind("AsyncThrowingStream.onTermination", in: Session.self, throwing) { session in
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
      continuation.onTermination = { _ in session.count += 1 }
      (session.any, session.throwing) = (stream, continuation)
    }
    Kind("AsyncThrowingStream.onTermination, [weak]", in: Session.self, twin: throwing) { session in
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
      continuation.onTermination = { [weak session] _ in session?.count += 1 }
      (session.any, session.throwing) = (stream, continuation)
    } strong: { session in
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
      continuation.onTermination = { [session] _ in session.count += 1 }
      (session.any, session.throwing) = (stream, continuation)
    }
  }

  private static let tracking =
    "Session -.model-> Model -._$observationRegistrar.extent-> "
    + "Observation.ObservationRegistrar.Extent -.context.state.buffer-> "
    + "Observation._ManagedCriticalState<Observation.ObservationRegistrar.State>.LockedBuffer "
    + "-.header.observations._variant.object.rawValue-> "
    + "Swift._DictionaryStorage<Swift.Int, Observation.ObservationRegistrar.State.Observation> "
    + "-[value].kind.willSetTracking()-> closure context -capture 1()-> "
    + "closure context -capture 0()-> Session"

  @KindList private static var observation: [Kind] {
    Kind(
      "an @Observable property", in: Session.self, "Session -.model-> Model -._session-> Session"
    ) { session in
      let model = Model()
      model.session = session
      session.model = model
    }
    Kind("withObservationTracking's onChange", in: Session.self, tracking) { session in
      let model = Model()
      session.model = model
      withObservationTracking {
        _ = model.name
      } onChange: {
        session.count += 1
      }
    }
    Kind("withObservationTracking's onChange, [weak]", in: Session.self, twin: tracking) {
      session in
      let model = Model()
      session.model = model
      withObservationTracking {
        _ = model.name
      } onChange: { [weak session] in
        session?.count += 1
      }
    } strong: { session in
      let model = Model()
      session.model = model
      withObservationTracking {
        _ = model.name
      } onChange: { [session] in
        session.count += 1
      }
    }
  }
}
