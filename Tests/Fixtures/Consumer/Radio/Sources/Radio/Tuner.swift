/// Calls what listens to it.
public final class Tuner {
  public var onTune: () -> Void = {}
  private var listeners: [() -> Void] = []

  public init() {}

  /// Keeps `listener` for as long as it lives.
  public func add<Listener: AnyObject>(_ listener: Listener, tell: @escaping (Listener) -> Void) {
    listeners.append { tell(listener) }
  }

  /// Calls itself again and again.
  public func scan() {
    onTune = { self.scan() }
  }
}
