/// A player that leaks once it has been started, and one that does not.
public final class Player {
  public var onEnd: (() -> Void)?

  public init() {}

  public func start() {
    onEnd = { self.stop() }
  }

  public func startWeakly() {
    onEnd = { [weak self] in self?.stop() }
  }

  public func stop() {}
}
