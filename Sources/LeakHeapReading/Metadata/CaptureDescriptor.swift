import CLeakBase
import LeakBase

/// What a closure captured, as the metadata of its context describes it.
///
/// Source: `CaptureDescriptor` in `include/swift/RemoteInspection/Records.h`; the context's own layout:
/// `GenHeap.cpp` and `GenClosure` of the compiler.
package struct CaptureDescriptor {
  /// A generic parameter of the closure's, and where in the context its argument can be found.
  struct Source {
    let mangledParameter: String
    let encoding: String

    var parameter: GenericParameter? { GenericParameter(mangled: mangledParameter) }

    /// The number of the parameter that the encoding reads a captured value by, if it does.
    fileprivate var capturedParameter: Int? {
      guard let kind = encoding.lastIndex(where: { $0 == "R" || $0 == "M" }) else { return nil }
      return Int(encoding[kind...].dropFirst().prefix { $0.isWholeNumber })
    }
  }

  /// The size in bytes of a heap object's header: metadata and reference counts.
  private static let headerSize = 16

  /// The offset in bytes of the first word after the context's header.
  private(set) var firstOffset: Int
  /// The offset in bytes of the actor that a function of the type `@isolated(any)` is isolated to, an `(any Actor)?`, where that is
  /// known to come before the generic arguments. The description says nothing of it.
  ///
  /// Source: `emitFunctionPartialApplication` in `lib/IRGen/GenFunc.cpp` of the compiler; a probe.
  private(set) var isolationOffset: Int?
  /// How many words of generic arguments and witness tables come before the captures.
  package let bindingCount: Int
  package let captures: [MangledName]
  let sources: [Source]

  /// The description that the context metadata at `metadata` has, or `nil` when it has none.
  package init?(contextMetadata metadata: TypeMetadata, map: KeptMap) {
    let descriptor = metadata.address.address(at: crt_fact_context_captures())
    let types = crt_fact_captures_types()
    let (sources, bindings) = (crt_fact_captures_sources(), crt_fact_captures_bindings())
    guard !descriptor.isNull,
      map.isReadable(descriptor, length: max(types, sources + 4, bindings + 4))
    else { return nil }
    let captureCount = Int(descriptor.uint32())
    let sourceCount = Int(descriptor.uint32(at: sources))
    bindingCount = Int(descriptor.uint32(at: bindings))
    guard captureCount < 4096, sourceCount < 4096, bindingCount < 4096,
      map.isReadable(descriptor, length: types + 4 * captureCount + 8 * sourceCount)
    else { return nil }
    // The metadata has 0 where the first capture's size or alignment is known at run time only.
    firstOffset = max(Self.headerSize, Int(metadata.address.uint32(at: crt_fact_context_first())))
    captures = (0..<captureCount).map { MangledName(at: descriptor.relative(at: types + 4 * $0)) }
    self.sources = (0..<sourceCount).map { index in
      let record = descriptor + types + 4 * captureCount + 8 * index
      return Source(
        mangledParameter: record.relative().string(),
        encoding: record.relative(at: 4).string())
    }
  }

  /// The size in bytes of an `(any Actor)?`.
  package static let isolationSize = 16

  /// The same for a context that begins with the actor that its function is isolated to.
  func isolated() -> CaptureDescriptor {
    var descriptor = self
    descriptor.isolationOffset = firstOffset
    descriptor.firstOffset += Self.isolationSize
    return descriptor
  }

  /// How many parameters of the closure's own may come before the captured ones.
  ///
  /// The compiler numbers captures in ``sources`` as parameters of the closure's function, where the
  /// captured values come last (`CaptureDescriptorBuilder` in `lib/IRGen/GenReflection.cpp`). How many come
  /// before them is not recorded; it is a number by which every source leads to a capture whose type
  /// mentions the generic parameter.
  var ownParameterCounts: [Int] {
    let readers = sources.compactMap { source in
      source.capturedParameter.map { (parameter: $0, name: source.mangledParameter) }
    }
    guard let highest = readers.map(\.parameter).max(), highest < 1 << 16, !captures.isEmpty else {
      return [0]
    }
    let candidates = max(0, highest - captures.count + 1)...highest
    return candidates.filter { count in
      readers.allSatisfy { reader in
        reader.parameter >= count
          && captures[reader.parameter - count].text.contains(reader.name)
      }
    }
  }

  /// The offset in bytes of the first capture.
  package var capturesOffset: Int { firstOffset + 8 * bindingCount }
}

/// How a function value that a closure captured is represented.
///
/// Captures have the types of the compiler's intermediate language (SIL), which the runtime cannot build;
/// what matters of a function's is its size and whether it owns a context.
/// Source: `docs/ABI/Mangling.rst`, "impl-function-type".
enum CapturedFunction {
  /// A function pointer and a context, which it owns.
  case thick
  /// A function pointer and a context, which it does not own.
  case nonEscaping
  case block
  /// A bare function pointer.
  case thin

  /// The representation of the function that the first element of a tuple is, whose mangled name is `text`; `nil` where it is
  /// something else: `Ieg__Sit`, or with labels `Ieg_6action_Si5countt`.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Types": a list has an underscore behind its first element.
  init?(beginningTuple text: String) {
    guard text.hasSuffix("t"), let end = text.firstIndex(of: "_") else { return nil }
    var function = text[...end]
    var rest = text[text.index(after: end)...]
    if rest.hasPrefix("Sg") {
      function += "Sg"
      rest = rest.dropFirst(2)
    }
    let length = rest.prefix { $0.isWholeNumber }
    if let count = Int(length), count < MangledName.longest {
      rest = rest.dropFirst(length.count + count)
    }
    guard rest.first == "_" else { return nil }
    self.init(mangled: String(function))
  }

  /// The representation that `text`, a mangled name, stands for; `nil` when it is not a function's.
  init?(mangled text: String) {
    guard text.hasSuffix("_") || text.hasSuffix("_Sg") else { return nil }
    var bytes = Array(text.utf8)
    if text.hasSuffix("_Sg") { bytes.removeLast(2) }
    guard let start = bytes.lastIndex(of: UInt8(ascii: "I")) else { return nil }
    var attributes = bytes[(start + 1)...].dropLast()
    let areLetters = attributes.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
    guard !attributes.isEmpty, areLetters else { return nil }
    func take(_ letters: String) -> UInt8? {
      guard let first = attributes.first, letters.utf8.contains(first) else { return nil }
      attributes = attributes.dropFirst()
      return first
    }
    _ = take("s")  // substituted
    _ = take("P")  // pseudogeneric
    let escapes = take("e") != nil
    _ = take("A")  // isolated(any)
    if attributes.count > 1 { _ = take("dlfr") }  // differentiability
    guard let callee = take("ygxt") else { return nil }
    if take("B") != nil {
      self = .block
    } else if callee == UInt8(ascii: "t") || take("CMJKW") != nil {
      self = .thin
    } else {
      self = escapes ? .thick : .nonEscaping
    }
  }
}
