/// A publisher that hands on what it is sent, as Combine's does.
public final class Subject<Output> {
  private var sinks: [Int: (Output) -> Void] = [:]
  private var last = 0

  public init() {}

  public var subscribers: Int { sinks.count }

  public func send(_ output: Output) {
    for key in sinks.keys.sorted() { sinks[key]?(output) }
  }

  public func sink(_ receive: @escaping (Output) -> Void) -> Subscription {
    last += 1
    let key = last
    sinks[key] = receive
    return Subscription { [weak self] in self?.sinks[key] = nil }
  }

  /// Subscribes for as long as the subject lives.
  public func forward(to receive: @escaping (Output) -> Void) {
    last += 1
    sinks[last] = receive
  }

  public func assign<Root: AnyObject>(
    to path: ReferenceWritableKeyPath<Root, Output>, on root: Root
  ) -> Subscription {
    sink { [weak root] output in root?[keyPath: path] = output }
  }

  public func map<Other>(_ transform: @escaping (Output) -> Other) -> Pipeline<Output, Other> {
    Pipeline(source: self, transform: { transform($0) })
  }

  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Pipeline<Output, Output> {
    Pipeline(source: self, transform: { isIncluded($0) ? $0 : nil })
  }
}

/// A step behind a publisher.
public struct Pipeline<Input, Output> {
  let source: Subject<Input>
  let transform: (Input) -> Output?

  public func map<Other>(_ next: @escaping (Output) -> Other) -> Pipeline<Input, Other> {
    let transform = transform
    return Pipeline<Input, Other>(source: source, transform: { transform($0).map(next) })
  }

  public func sink(_ receive: @escaping (Output) -> Void) -> Subscription {
    let transform = transform
    return source.sink { input in
      if let output = transform(input) { receive(output) }
    }
  }
}

/// Ends when it is cancelled or goes.
public final class Subscription {
  private var onCancel: (() -> Void)?

  public init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  deinit { cancel() }

  public func cancel() {
    onCancel?()
    onCancel = nil
  }

  public func store(in subscriptions: inout [Subscription]) { subscriptions.append(self) }
}
