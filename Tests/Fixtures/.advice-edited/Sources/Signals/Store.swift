/// A library that passes on the changes of a state.
public final class Store<State> {
  private var state: State
  private var subscriptions: [Subscription<State>] = []

  public init(_ state: State) { self.state = state }

  /// Calls what `configure` asks for at each change.
  public func subscribe(_ configure: (Subscription<State>) -> Void) {
    let subscription = Subscription<State> { _ in }
    configure(subscription)
    subscriptions.append(subscription)
  }

  public func send(_ new: State) {
    let old = state
    state = new
    for subscription in subscriptions { subscription.take(old, new) }
  }
}

/// Who asks for changes.
public final class Subscription<State> {
  private var observer: ((State?, State) -> Void)?
  /// What is to be done with a change.
  public var action: ((State) -> Void)?

  init(sink: (@escaping (State?, State) -> Void) -> Void) {
    sink { old, new in self.take(old, new) }
  }

  /// The changes of a part of the state.
  public func select<Part>(_ selector: @escaping (State) -> Part) -> Subscription<Part> {
    Subscription<Part> { sink in
      self.observer = { old, new in sink(old.map(selector), selector(new)) }
    }
  }

  func take(_ old: State?, _ new: State) {
    observer?(old, new)
    action?(new)
  }
}
