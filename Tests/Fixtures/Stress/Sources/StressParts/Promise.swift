/// A value that comes later, with those who wait for it.
public final class Promise<Value> {
  private var outcome: Result<Value, any Error>?
  private var waiting: [(Result<Value, any Error>) -> Void] = []

  public init() {}

  public var isSettled: Bool { outcome != nil }

  public func resolve(_ value: Value) { settle(.success(value)) }

  public func reject(_ error: any Error) { settle(.failure(error)) }

  public func settle(_ result: Result<Value, any Error>) {
    guard outcome == nil else { return }
    outcome = result
    let waiting = waiting
    self.waiting = []
    for receive in waiting { receive(result) }
  }

  public func whenSettled(_ receive: @escaping (Result<Value, any Error>) -> Void) {
    if let outcome { receive(outcome) } else { waiting.append(receive) }
  }

  @discardableResult
  public func then<Other>(_ next: @escaping (Value) -> Other) -> Promise<Other> {
    let promise = Promise<Other>()
    whenSettled { promise.settle($0.map(next)) }
    return promise
  }

  @discardableResult
  public func flatMap<Other>(_ next: @escaping (Value) -> Promise<Other>) -> Promise<Other> {
    let promise = Promise<Other>()
    whenSettled { result in
      switch result {
      case .success(let value): next(value).whenSettled { promise.settle($0) }
      case .failure(let error): promise.reject(error)
      }
    }
    return promise
  }
}

/// An error that a scene throws.
public struct Refusal: Error, Equatable {
  public let reason: Int
  public init(_ reason: Int) { self.reason = reason }
}
