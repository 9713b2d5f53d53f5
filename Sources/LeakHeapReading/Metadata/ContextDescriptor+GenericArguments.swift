import CLeakBase
import LeakBase

/// What the metadata of a generic type has as its arguments, one word each.
enum GenericArgument: Hashable {
  case type
  /// A number.
  case value
  /// A list of types, as many as the word at `shape` says.
  case pack(shape: Int)
}

extension ContextDescriptor {
  /// No declaration has more generic parameters.
  private static let mostParameters = 256

  /// 16 bits follow the last field.
  private static var packShapeSize: Int { crt_fact_pack_shape_index() + 4 }

  /// What the arguments are, and at which word each is; `nil` for a parameter that is the same as another, or fixed. `nil` as
  /// a whole where it is not understood.
  ///
  /// Source: `GenericContextDescriptorHeader`, `GenericParamDescriptor` and `GenericPackShapeDescriptor` in
  /// `include/swift/ABI/GenericContext.h`.
  var genericArguments: [(word: Int, argument: GenericArgument)?]? {
    guard isGeneric else { return [] }
    guard let header = genericHeader else { return nil }
    let count = genericParameterCount
    guard count <= Self.mostParameters else { return nil }
    let shapes = packShapes(header)
    var word = shapes.count
    var arguments: [(word: Int, argument: GenericArgument)?] = []
    for index in 0..<count {
      let parameter = Int(header.byte(at: crt_fact_generic_parameters() + index))
      guard parameter >> crt_fact_generic_argument_bit() & 1 != 0 else {
        arguments.append(nil)
        continue
      }
      switch parameter & crt_fact_generic_kind_mask() {
      case 0: arguments.append((word, .type))
      case crt_fact_generic_pack():
        guard let shape = shapes.packs[word], shape < shapes.count else { return nil }
        arguments.append((word, .pack(shape: shape)))
      case crt_fact_generic_value(): arguments.append((word, .value))
      default: return nil
      }
      word += 1
    }
    return arguments
  }

  /// How many words with numbers of types come before the arguments, and which of them is whose, by the word of the pack.
  private func packShapes(_ header: Address) -> (count: Int, packs: [Int: Int]) {
    guard hasPacks else { return (0, [:]) }
    let requirements = genericRequirements(header)
    let place = requirements.start + crt_fact_requirement_size() * requirements.count
    var packs: [Int: Int] = [:]
    for index in 0..<min(Int(place.uint16()), Self.mostParameters) {
      let descriptor = place + (crt_fact_pack_shapes() + Self.packShapeSize * index)
      // Others are lists of conformances.
      guard descriptor.uint16() == 0 else { continue }
      packs[Int(descriptor.uint16(at: crt_fact_pack_shape_word()))] = Int(
        descriptor.uint16(at: crt_fact_pack_shape_index()))
    }
    return (Int(place.uint16(at: crt_fact_pack_shape_count())), packs)
  }
}
