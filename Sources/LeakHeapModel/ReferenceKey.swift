/// What tells references apart from one run to the next: where they are stored and the type that they lead
/// to, without the order in which objects happened to be found.
package struct ReferenceKey: Sendable, Hashable, Comparable {
  package let role: ReferenceLabel.Role
  package let path: String
  package let captureIndex: Int
  package let targetType: String
  package let index: Int32

  package static func < (left: ReferenceKey, right: ReferenceKey) -> Bool {
    if left.role != right.role { return left.role.rawValue < right.role.rawValue }
    if left.path != right.path { return left.path < right.path }
    if left.captureIndex != right.captureIndex { return left.captureIndex < right.captureIndex }
    if left.targetType != right.targetType { return left.targetType < right.targetType }
    return left.index < right.index
  }
}

extension HeapGraph {
  /// The key of `reference`.
  package func key(of reference: ReferenceID) -> ReferenceKey {
    let label = label(of: reference)
    return ReferenceKey(
      role: label.role, path: label.path, captureIndex: label.captureIndex,
      targetType: type(of: target(of: reference)).name, index: references[reference].index)
  }
}
