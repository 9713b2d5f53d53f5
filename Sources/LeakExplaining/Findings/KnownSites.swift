import LeakBase

/// The calls that made objects, each found once: thousands of objects are made by a few.
final class KnownSites: Sendable {
  private struct Calls: Hashable {
    var addresses: [UInt]
    var typeName: String
  }

  private let known = VisibleMutex<[Calls: AllocationSite?]>([:])

  /// The call among `calls` that made an object of the type `typeName`, where it can be told.
  func site(of calls: [UInt], of typeName: String) -> AllocationSite? {
    let calls = Calls(addresses: calls, typeName: typeName)
    if let known = known.withLock({ $0[calls] }) { return known }
    let site = AllocationSite(calls.addresses, of: typeName)
    known.withLock { $0[calls] = .some(site) }
    return site
  }
}
