import LeakBase

/// Types of which a generic parameter is a value. On Apple's systems they are there from version 26 on.
extension LayoutCheck {
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private struct Counted<let count: Int> {}

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private struct CountedMany<let count: Int, each Element> {}

  static func valueGenericsHold() -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return true }
    let array = TypeMetadata(InlineArray<3, Base>.self)
    return hasFlags(array, values: true) && hasFlags(TypeMetadata(Counted<3>.self), values: true)
      && hasFlags(TypeMetadata(CountedMany<3, Int>.self), packs: true, values: true)
      && genericArguments(of: array) == [[0, GenericArgument.value], [1, GenericArgument.type]]
      && fixedArrayHolds(in: array)
  }

  /// The storage of an inline array is of a type that has no name. A library without reflection metadata does not say where.
  private static func fixedArrayHolds(in array: TypeMetadata) -> Bool {
    let fields = array.descriptor.fields
    if fields.isNull { return true }
    guard fields.count == 1, let name = fields[0].type,
      let storage = name.resolve(in: array.descriptor, arguments: array.genericArguments)
    else { return false }
    return storage.kind == MetadataKind.fixedArray && storage.fixedArrayCount == 3
      && storage.fixedArrayElement == TypeMetadata(Base.self)
  }
}
