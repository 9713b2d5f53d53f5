import LeakHeapModel

extension TypeName {
  /// The name that the type's declaration has in source: `Storage` for `Shop.Cart.Storage<Swift.Int>`.
  var own: String? { nominal.split(separator: ".").last.map(String.init) }
}
