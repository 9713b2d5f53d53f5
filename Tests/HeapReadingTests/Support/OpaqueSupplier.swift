/// Where the functions are whose results are of opaque types: in the file of a property the compiler would write the type itself.
enum OpaqueSupplier {
  protocol Supply: AnyObject {}
  final class Plain: Supply {}
  final class Generic<Element>: Supply {
    let element: Element
    init(_ element: Element) { self.element = element }
  }

  static func plain() -> some Supply { Plain() }
  static func generic(_ element: some Sendable) -> some Supply { Generic(element) }
  static func optional(_ element: some Sendable) -> (some Supply)? { Optional(Generic(element)) }
}
