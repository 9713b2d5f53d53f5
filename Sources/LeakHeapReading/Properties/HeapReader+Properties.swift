extension HeapReader {
  /// Whether instances of `type` have stored properties that those of its superclass `ancestor` have not.
  package static func hasOwnProperties(_ type: AnyClass, below ancestor: AnyClass) -> Bool {
    TypeMetadata(type).instanceSize > TypeMetadata(ancestor).instanceSize
  }
}
