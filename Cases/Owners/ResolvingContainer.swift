import LeakCatalogue

/// A container that makes services, and a wrapper through which a service gets other services from it.
public enum ResolvingContainer: Case {
  public static let id = "owners/resolving-container"
  public static let question = "May a service know the container that it was resolved from?"

  final class Container {
    private var factories: [String: (Container) -> AnyObject] = [:]
    private var instances: [String: AnyObject] = [:]

    func register<Service: AnyObject>(
      _ type: Service.Type, make: @escaping (Container) -> Service
    ) {
      factories["\(type)"] = make
    }

    /// The one service of this type, which is made when it is asked for first.
    func resolve<Service: AnyObject>(_ type: Service.Type) -> Service? {
      let key = "\(type)"
      if let instance = instances[key] as? Service { return instance }
      let instance = factories[key]?(self)
      instances[key] = instance
      return instance as? Service
    }

    func reset() {
      instances = [:]
    }
  }

  /// Resolves its value from the container when it is used first.
  @propertyWrapper
  struct Injected<Service: AnyObject> {
    private let container: Container

    init(from container: Container) {
      self.container = container
    }

    var wrappedValue: Service? { container.resolve(Service.self) }
  }

  /// The same, and does not keep the container.
  @propertyWrapper
  struct WeaklyInjected<Service: AnyObject> {
    private weak var container: Container?

    init(from container: Container) {
      self.container = container
    }

    var wrappedValue: Service? { container?.resolve(Service.self) }
  }

  final class Log {
    var lines: [String] = []
  }

  final class Store {
    @Injected<Log> var log: Log?

    init(from container: Container) {
      _log = Injected(from: container)
    }
  }

  final class WeakStore {
    @WeaklyInjected<Log> var log: Log?

    init(from container: Container) {
      _log = WeaklyInjected(from: container)
    }
  }

  /// Asks the container once, and keeps what it was given.
  final class EagerStore {
    let log: Log?

    init(from container: Container) {
      log = container.resolve(Log.self)
    }
  }

  static func makeContainer() -> Container {
    let container = Container()
    container.register(Log.self) { _ in Log() }
    container.register(Store.self) { Store(from: $0) }
    container.register(WeakStore.self) { WeakStore(from: $0) }
    container.register(EagerStore.self) { EagerStore(from: $0) }
    return container
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-container",
      report: """
        ResolvingContainer.Container leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ResolvingContainer.Store
          │    ._log.container: ResolvingContainer.Container
          │    .instances[value]: ResolvingContainer.Store   ResolvingContainer.swift:10
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ResolvingContainer.Store

          Take the ResolvingContainer.Store out of ResolvingContainer.Container.instances when it is no longer needed, or keep only a weak reference to it there if something else owns it. If the ResolvingContainer.Container owns the ResolvingContainer.Store, try an optional weak var, or unowned, on ResolvingContainer.Store._log.container instead: the code does not tell which of the two owns the other.
          pattern dictionary-entry (swift run leakcases show owners/dictionary-entry)
          fingerprint 109fa518
        """
    ) {
      let container = makeContainer()
      container.resolve(Store.self)?.log?.lines.append("Ready.")
      return container
    } sever: { container in
      container.reset()
    },
    .fixed("weak-container") {
      let container = makeContainer()
      container.resolve(WeakStore.self)?.log?.lines.append("Ready.")
      return container
    },
    .fixed("resolved-in-init") {
      let container = makeContainer()
      container.resolve(EagerStore.self)?.log?.lines.append("Ready.")
      return container
    },
    .fixed("reset") {
      let container = makeContainer()
      container.resolve(Store.self)?.log?.lines.append("Ready.")
      container.reset()
      return container
    },
    .fixed("not-resolved") {
      makeContainer()
    },
  ]

  public static let why = """
    The container owns the services that it has made. A wrapper is a structure in the service, so its reference to the \
    container is the service's own reference, although none of the service's properties looks like one.
    """
  public static let fix = """
    Let the wrapper refer to its container weakly, or resolve in `init` and keep only the services. A container whose use \
    has a clear end can let go of its services there.
    """
  public static let source: Source? = nil
}
