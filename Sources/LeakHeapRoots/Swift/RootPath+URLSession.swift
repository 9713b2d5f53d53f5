import LeakBase
import LeakHeapModel
import LeakHeapReading

/// What a task of a URL session says about itself.
package struct URLSessionTaskDetails: Sendable, Hashable {
  /// The class without its module: `URLSessionDataTask`.
  package var className: String
  /// The case of `URLSessionTask.State`.
  package var state: String?
  /// Whether the task was ever resumed.
  package var wasResumed: Bool?
  /// The text of the URL that was asked for, and then of those that each is relative to.
  package var urls: [String]

  package init(
    className: String, state: String? = nil, wasResumed: Bool? = nil, urls: [String] = []
  ) {
    self.className = className
    self.state = state
    self.wasResumed = wasResumed
    self.urls = urls
  }
}

extension RootPath {
  // FoundationNetworking is not linked: a process of tests would have to load libcurl for it. The names are those of
  // swift-corelibs-foundation's URLSessionTask.swift, TaskRegistry.swift, URLRequest.swift and NSURLRequest.swift, and
  // of swift-foundation's URL_Swift.swift.
  private static let task = "FoundationNetworking.URLSessionTask"
  private static let registry = "FoundationNetworking.URLSession._TaskRegistry"

  /// The task of a URL session by which the last object is kept, when that is by one of the objects at `indices`: the
  /// nearest, or the one that the completion handler on the path is registered for.
  package func urlSessionTask(
    among indices: some BidirectionalCollection<Int>
  ) -> URLSessionTaskDetails? {
    let nearest = indices.last {
      let type = snapshot.graph.type(of: $0)
      return type.name == Self.registry || type.name == Self.task
        || type.superclasses.contains(Self.task)
    }
    guard let nearest, snapshot.graph.type(of: nearest).name != Self.registry else {
      return registeredURLSessionTask(among: indices)
    }
    return HeapReader.shared.withObject(at: snapshot.addresses[nearest], Self.details)
  }

  /// The task whose completion handler is on the path, right behind the registry of a session that is one of the
  /// objects at `indices`.
  package func registeredURLSessionTask(
    among indices: some BidirectionalCollection<Int>
  ) -> URLSessionTaskDetails? {
    // A dictionary of the registry's is between the two.
    guard let index = indices.last(where: isRegistry), index + 2 < snapshot.addresses.count else {
      return nil
    }
    let context = Address(snapshot.addresses[index + 2])
    return HeapReader.shared.withObject(at: snapshot.addresses[index]) { registry in
      Self.task(in: registry, withHandler: context).flatMap(Self.details)
    }
  }

  /// Whether the object at `index` says more of what is on the way than its type does, by its address: it is one of the system's, or
  /// what a session's registry has for one task.
  package func isTelling(at index: HeapGraph.ObjectID) -> Bool {
    snapshot.graph.type(of: index).visibility == .system || index > 1 && isRegistry(index - 2)
  }

  private func isRegistry(_ index: HeapGraph.ObjectID) -> Bool {
    snapshot.graph.type(of: index).name == Self.registry
  }

  /// The task for which a handler with this context is registered, or a delegate at this address.
  private static func task(
    in registry: StoredValue, withHandler context: Address
  ) -> StoredValue? {
    let behaviour = registry["behaviours"]?.dictionary?.first { $0.value.refers(to: context) }
    guard let identifier = behaviour?.key.integer else { return nil }
    return registry["tasks"]?.dictionary?.first { $0.key.integer == identifier }?.value
  }

  private static func details(of task: StoredValue) -> URLSessionTaskDetails? {
    guard let object = task.object, let type = task.reader.classOfObject(at: object) else {
      return nil
    }
    return URLSessionTaskDetails(
      className: type.classDescriptor.name, state: task["_state"]?.caseName,
      wasResumed: task["hasTriggeredResume"]?.bool,
      urls: urls(of: task["originalRequest"]?["_handle"]?["_pointer"]?["url"]))
  }

  private static func urls(of url: StoredValue?) -> [String] {
    var texts: [String] = []
    var next = url?["_url"]
    // Few are relative to any, and none to more than some.
    while let url = next, texts.count < 8, let text = url["_parseInfo"]?["urlString"]?.text {
      texts.append(text)
      next = url["_baseURL"]?["_url"]
    }
    return texts
  }
}
