/// The plain values that an object has in its properties: numbers, texts and truths, also in structures and arrays.
///
/// What a case does shows in them. Other objects are left out: who refers to whom is what an edit changes.
struct PlainValues {
  /// `shown = Plums`, in the order of their paths.
  private(set) var lines: [String] = []

  /// Reads the object, which nothing may change meanwhile.
  init(of object: AnyObject) {
    read(Mirror(reflecting: object), at: "")
    lines.sort()
  }

  private static let deepest = 4

  private mutating func read(_ mirror: Mirror, at path: String, depth: Int = 0) {
    guard depth < Self.deepest else { return }
    if let superclass = mirror.superclassMirror { read(superclass, at: path, depth: depth) }
    for (index, child) in mirror.children.enumerated() {
      let name = child.label ?? "\(index)"
      read(child.value, at: path.isEmpty ? name : "\(path).\(name)", depth: depth)
    }
  }

  private mutating func read(_ value: Any, at path: String, depth: Int) {
    switch value {
    case let value as any BinaryInteger: lines.append("\(path) = \(value)")
    case let value as any BinaryFloatingPoint: lines.append("\(path) = \(value)")
    case let value as String: lines.append("\(path) = \(value)")
    case let value as Bool: lines.append("\(path) = \(value)")
    default:
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .optional:
        if let wrapped = mirror.children.first?.value { read(wrapped, at: path, depth: depth) }
      case .struct, .tuple, .collection: read(mirror, at: path, depth: depth + 1)
      default: break
      }
    }
  }
}
