import CLeakBase
import LeakBase
import LeakSymbolication

/// A mangled type name, with symbolic references in it, as metadata stores it.
///
/// Source: `docs/ABI/Mangling.rst` of the Swift repository, "Symbolic references".
package struct MangledName: Sendable {
  package let address: Address
  /// The length in bytes, symbolic references included.
  package let length: Int
  /// The name with each symbolic reference written as `<kind>`.
  package let text: String

  /// What is longer than this many bytes is not a name.
  static let longest = 1 << 16

  /// The name at `address`; an empty one, which resolves to nothing, when no end is found.
  package init(at address: Address) { self.init(at: address, limit: nil) }

  /// The same, of which no more than `limit` bytes are the name.
  private init(at address: Address, limit: Int?) {
    var length = 0
    var text: [UInt8] = []
    while length != limit {
      guard length < Self.longest else {
        length = 0
        text = []
        break
      }
      let byte = address.byte(at: length)
      if byte == 0 { break }
      switch byte {
      case 0x01...0x17, 0x18...0x1F:
        text += Array("<\(byte)>".utf8)
        length += byte <= 0x17 ? 5 : 9
      // Says nothing but that a runtime older than the name's should not read on: before an accessor, in Swift 6.2.
      case 0xFF: length += 1
      default:
        text.append(byte)
        length += 1
      }
    }
    self.address = address
    self.length = length
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// A part of the name that is a type's own.
  func part(_ bytes: Range<Int>) -> MangledName {
    MangledName(at: address + bytes.lowerBound, limit: bytes.count)
  }

  /// The descriptor that the name begins with, if it begins with a symbolic reference to one: kind 1 is a relative
  /// pointer to it, kind 2 to a pointer to it.
  package var firstDescriptor: ContextDescriptor? {
    guard length >= 5 else { return nil }
    switch address.byte() {
    case 1: return ContextDescriptor(address.relative(at: 1))
    case 2: return ContextDescriptor(address.relative(at: 1).address())
    default: return nil
    }
  }

  /// Whether the type is a generic class with its arguments, or an optional one: whatever these are, it is one reference.
  var isGenericClass: Bool {
    guard text.hasSuffix("G") || text.hasSuffix("GSg"), let descriptor = firstDescriptor else {
      return false
    }
    return descriptor.isInImage && descriptor.kind == ContextDescriptor.Kind.class
  }

  /// Whether the type is an array, a dictionary or a set, or an optional one: whatever its elements are, it is one reference to its
  /// storage.
  var isCollection: Bool {
    (text.hasSuffix("G") || text.hasSuffix("GSg"))
      && ["Say", "SDy", "Shy", "s15ContiguousArrayVy"].contains(where: text.hasPrefix)
  }

  /// Whether the type is an optional.
  var isOptional: Bool { text.hasSuffix("Sg") }

  /// Whether the reference is weak, unowned or unmanaged: it keeps nothing alive.
  var isNonOwningReference: Bool {
    text.hasSuffix("Xw") || text.hasSuffix("Xo") || text.hasSuffix("Xu")
  }

  /// Whether the type has a block in it. On Linux the runtime crashes when it instantiates such types.
  var mentionsBlock: Bool { text.contains("XB") }

  /// Whether the type is a block or an optional one.
  var isBlock: Bool { text.hasSuffix("XB") || text.hasSuffix("XBSg") }

  /// Whether the type is a parameter pack's expansion. The runtime ends the process when one is resolved
  /// without a pack.
  var mentionsPack: Bool { text.contains("Qp") }

  /// The field record of a noncopyable type: an accessor that answers `()` to runtimes of Swift 6.3.
  var isAccessorFunction: Bool { text == "<9>" }

  /// The noncopyable type of such a field, as the symbol of the name has it: `get_type_metadata … noncopyable`, in Swift 6.2 without
  /// the last word, and a number of the linker's.
  ///
  /// Source: `IRGenModule::getTypeRef` in `lib/IRGen/GenReflection.cpp` of the Swift repository.
  var noncopyableType: MangledTypeText? {
    guard isAccessorFunction, let symbol = ImageSymbols.symbol(beginningAt: address.bits) else {
      return nil
    }
    return Self.noncopyableType(inSymbol: symbol)
  }

  static func noncopyableType(inSymbol symbol: String) -> MangledTypeText? {
    var words = symbol.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 || words.count == 3, words[0] == "get_type_metadata" else { return nil }
    words[words.count - 1] = words[words.count - 1].withoutNumberOfLinker
    guard words.count == 2 || words[2] == "noncopyable", !words[1].isEmpty else { return nil }
    return MangledTypeText(text: String(words[1]))
  }

  /// Whether each symbolic reference leads to a context's descriptor, or for those of other kinds into an image. The runtime
  /// ends the process where one leads nowhere; and what looks like a closure's metadata may be something else.
  private var leadsToDescriptors: Bool {
    var offset = 0
    while offset < length {
      let kind = address.byte(at: offset)
      switch kind {
      case 0x01...0x17:
        if !isPlausible(kind, to: address.relative(at: offset + 1)) { return false }
        offset += 5
      case 0x18...0x1F: offset += 9
      default: offset += 1
      }
    }
    return true
  }

  private func isPlausible(_ kind: UInt8, to target: Address) -> Bool {
    switch kind {
    case 1: return ContextDescriptor(target).isInImage
    case 2:
      // A name of the kit's making has the pointer beside it.
      guard LoadedImage.bias(at: target.bits) != nil || LoadedImage.bias(at: address.bits) == nil
      else {
        return false
      }
      return ContextDescriptor(target.address()).isInImage
    default: return LoadedImage.bias(at: target.bits) != nil
    }
  }

  /// The type, with the generic parameters of `context` replaced by `arguments`; `nil` if there is none, or the name needs
  /// arguments that are not there.
  func resolve(
    in context: ContextDescriptor = ContextDescriptor(Address(0)),
    arguments: Address = Address(0)
  ) -> TypeMetadata? {
    if length == 0 || mentionsPack || mentionsBlock || !leadsToDescriptors { return nil }
    let hasArguments = !context.isNull && context.isGeneric && !context.hasPacks
    if !hasArguments, !isCoveredWithoutArguments { return nil }
    let type = crt_type_in_context(
      address.pointer.assumingMemoryBound(to: CChar.self), length,
      UnsafeRawPointer(bitPattern: context.address.bits),
      UnsafeRawPointer(bitPattern: arguments.bits)?
        .assumingMemoryBound(to: UnsafeRawPointer?.self))
    return type.map { TypeMetadata(Address(UInt(bitPattern: $0))) }
  }

  /// The type, with its generic parameters replaced as `environment` says; `nil` if there is none, or one of them has
  /// no argument: the runtime ends the process over an associated type of such a one.
  func resolve(in environment: GenericEnvironment) -> TypeMetadata? {
    if length == 0 || mentionsPack || mentionsBlock || !leadsToDescriptors
      || !environment.isComplete || !isCovered(by: environment)
    {
      return nil
    }
    let type = environment.withPointers { descriptor, arguments in
      crt_type_in_environment(
        address.pointer.assumingMemoryBound(to: CChar.self), length, descriptor, arguments)
    }
    return type.map { TypeMetadata(Address(UInt(bitPattern: $0))) }
  }
}

extension ContextDescriptor {
  /// Whether an image has a descriptor of a known kind there.
  fileprivate var isInImage: Bool {
    guard !isNull, address.bits & 3 == 0, LoadedImage.bias(at: address.bits) != nil else {
      return false
    }
    return isKnown
  }
}

extension Substring {
  /// The text without the `.12` that a linker appends to one of several symbols of one name.
  fileprivate var withoutNumberOfLinker: Substring {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
    let number = self[index(after: dot)...].utf8
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return !number.isEmpty && number.allSatisfy(digits.contains) ? self[..<dot] : self
  }
}
