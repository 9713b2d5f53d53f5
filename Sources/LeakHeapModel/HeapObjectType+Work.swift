extension HeapObjectType {
  /// Whether it is work that lets go of what it has when it is done, or memory of which that is not known.
  package var letsGoWhenDone: Bool {
    switch kind {
    case .task, .memory, .unread: true
    default: ([name] + superclasses).contains(where: Self.workers.contains)
    }
  }

  /// The system's classes whose objects are such work, or have it to do.
  private static let workers: Set<String> = [
    "FoundationNetworking.URLSessionTask", "Foundation.OperationQueue",
  ]
}
