/// What the compiler calls the storage of a `lazy` property.
package enum LazyStorage {
  private static let prefix = "$__lazy_storage_$_"

  /// Whether `name` is a storage's.
  package static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

  /// The name of the storage of the property `property`, if that is lazy.
  package static func name(of property: String) -> String { prefix + property }

  /// The property's name where `name` is its storage's, else `name`.
  package static func propertyName(of name: String) -> String {
    isName(name) ? String(name.dropFirst(prefix.count)) : name
  }
}
