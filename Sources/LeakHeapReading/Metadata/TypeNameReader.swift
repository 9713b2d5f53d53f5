import CLeakBase
import LeakBase
import LeakSymbolication

/// Reads the name of a type from its metadata, word by word.
///
/// The metadata may be anything that looks like it: the runtime, asked for the name, would follow it wherever it leads.
/// So nominal types are named from their descriptors here; the runtime is asked for the others only when all that they
/// are made of has been read.
package struct TypeNameReader {
  /// No type is made of more than this many parts, one in the other.
  private static let deepest = 32
  /// No name of a declaration is longer.
  private static let longest = 1024
  /// No list of types is longer.
  private static let longestPack = 4096

  private var depth = 0

  /// The name with its module, without what differs from run to run; `nil` where it cannot be read.
  package static func name(of type: TypeMetadata) -> String? {
    var reader = TypeNameReader()
    return reader.name(of: type)
  }

  /// Whether the runtime may be given the type's generic arguments: all that they are made of could be read.
  static func areArgumentsWhole(of type: TypeMetadata) -> Bool {
    var reader = TypeNameReader()
    return reader.areArgumentsWhole(type)
  }

  private mutating func name(of type: TypeMetadata) -> String? {
    guard depth < Self.deepest, type.address.bits & 7 == 0, type.address.bits >= 0x10000 else {
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    switch type.kind {
    case MetadataKind.class, MetadataKind.struct, MetadataKind.enum, MetadataKind.optional:
      return nominalName(of: type)
    default:
      return isWhole(type) ? RuntimeTypeName.stable(of: type.typeForTheRuntime) : nil
    }
  }

  // MARK: Nominal types

  private mutating func nominalName(of type: TypeMetadata) -> String? {
    guard let contexts = contexts(of: type.descriptor), let module = contexts.last else {
      return nil
    }
    if contexts.contains(where: { $0.kind == ContextDescriptor.Kind.extension }) {
      // Where it is nested in says a mangled name.
      return isWhole(type) ? RuntimeTypeName.stable(of: type.typeForTheRuntime) : nil
    }
    guard let arguments = argumentNames(of: type) else {
      return isWhole(type) ? RuntimeTypeName.stable(of: type.typeForTheRuntime) : nil
    }
    var text = module.name
    var used = 0
    for context in contexts.dropLast().reversed()
    where context.kind != ContextDescriptor.Kind.anonymous {
      text += "." + context.name
      let count = context.genericParameterCount
      guard count > used else { continue }
      guard count <= arguments.count else { return nil }
      text += "<" + arguments[used..<count].joined(separator: ", ") + ">"
      used = count
    }
    return text
  }

  /// The names of the generic arguments; `nil` where one cannot be read, or has no place of its own.
  private mutating func argumentNames(of type: TypeMetadata) -> [String]? {
    guard let arguments = type.descriptor.genericArguments else { return nil }
    var names: [String] = []
    for argument in arguments {
      switch argument {
      case (let word, .type)?:
        guard let name = name(of: type.genericArgument(word)) else { return nil }
        names.append(name)
      case (let word, .value)?:
        names.append(String(Int(bitPattern: type.genericArguments.word(at: 8 * word))))
      case (_, .pack)?, nil: return nil
      }
    }
    return names
  }

  /// A type's descriptor and those that it is nested in, the module last; `nil` where they do not lead to one.
  private func contexts(of descriptor: ContextDescriptor) -> [ContextDescriptor]? {
    var contexts: [ContextDescriptor] = []
    var context = descriptor
    while contexts.count < Self.deepest, !context.isNull, context.address.bits & 3 == 0,
      context.isKnown
    {
      if context.isNamed {
        let name = context.name
        guard !name.isEmpty, name.utf8.count < Self.longest else { return nil }
      }
      contexts.append(context)
      if context.kind == ContextDescriptor.Kind.module { return contexts }
      context = context.parent
    }
    return nil
  }

  // MARK: What the runtime may be asked for

  /// Whether all that the type is made of could be read.
  private mutating func isWhole(_ type: TypeMetadata) -> Bool {
    guard depth < Self.deepest, type.address.bits & 7 == 0, type.address.bits >= 0x10000 else {
      return false
    }
    depth += 1
    defer { depth -= 1 }
    let metadata = type.address
    switch type.kind {
    case MetadataKind.class, MetadataKind.struct, MetadataKind.enum, MetadataKind.optional:
      return contexts(of: type.descriptor) != nil && areArgumentsWhole(type)
    case MetadataKind.tuple:
      let count = type.tupleCount
      return (0...4096).contains(count) && (0..<count).allSatisfy { isWhole(type.tupleType($0)) }
    case MetadataKind.function:
      return isWhole(type.functionResult)
        && (0..<type.functionParameterCount).allSatisfy { isWhole(type.functionParameter($0)) }
    case MetadataKind.existential:
      let protocols = type.existentialProtocols
      return areProtocols(from: protocols.start, count: protocols.count)
    case MetadataKind.metatype, MetadataKind.existentialMetatype:
      return isWhole(type.metatypeInstance)
    case MetadataKind.fixedArray: return isWhole(type.fixedArrayElement)
    // The compiler emits it.
    case MetadataKind.opaque: return Self.isInImage(metadata)
    case MetadataKind.foreignClass, MetadataKind.foreignReferenceType:
      let descriptor = ContextDescriptor(metadata.address(at: crt_fact_value_descriptor()))
      return Self.isInImage(descriptor.address) && contexts(of: descriptor) != nil
    // The runtime makes one for each shape, which the compiler emits.
    case MetadataKind.extendedExistential:
      return Self.isInImage(metadata.address(at: crt_fact_extended_existential_shape()))
    default: return false
    }
  }

  private static func isInImage(_ address: Address) -> Bool {
    LoadedImage(at: address.bits) != nil
  }

  private mutating func areArgumentsWhole(_ type: TypeMetadata) -> Bool {
    guard let arguments = type.descriptor.genericArguments else { return false }
    for case (let word, let argument)? in arguments {
      switch argument {
      case .type: guard isWhole(type.genericArgument(word)) else { return false }
      case .value: break
      case .pack(let shape):
        let count = Int(bitPattern: type.genericArguments.word(at: 8 * shape))
        // The lowest bit says where the list is kept.
        let list = Address(type.genericArguments.word(at: 8 * word) & ~1)
        guard (0...Self.longestPack).contains(count),
          (0..<count).allSatisfy({ isWhole(TypeMetadata(list.address(at: 8 * $0))) })
        else { return false }
      }
    }
    return true
  }

  /// Whether `count` protocols of Swift's stand from `place` on.
  private func areProtocols(from place: Address, count: Int) -> Bool {
    (0...64).contains(count)
      && (0..<count).allSatisfy { index in
        let descriptor = ContextDescriptor(place.address(at: 8 * index))
        return contexts(of: descriptor) != nil
      }
  }
}
