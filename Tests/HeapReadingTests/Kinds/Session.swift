import Observation

final class Session: Fixture, @unchecked Sendable {
  var count = 0
  var worker: Worker?
  var stream: AsyncStream<Int>?
  var continuation: AsyncStream<Int>.Continuation?
  var throwing: AsyncThrowingStream<Int, any Error>.Continuation?
  var any: Any?
  var model: Model?

  func sever() {
    continuation?.finish()
    throwing?.finish()
    model?.name = "changed"
    (worker, stream, continuation, model, throwing, any) = (nil, nil, nil, nil, nil, nil)
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
