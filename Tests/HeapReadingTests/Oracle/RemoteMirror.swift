import CRemoteMirror
import Foundation
import LeakBase
import LeakHeapReading

/// The toolchain's own reader of memory layouts, which debuggers use: a second opinion on layout plans.
///
/// It knows the memory of a value by the reflection records of its type, and shares no code with the reader.
/// It is opened at run time, and in tests only.
final class RemoteMirror: Sendable {
  /// The mirror of this process, or why there is none.
  static let shared: Result<RemoteMirror, Failure> = open()

  /// Why there is no mirror of this process; `nil` where there is one.
  static var absence: String? {
    if case .failure(let failure) = shared { return failure.reason }
    return nil
  }

  struct Failure: Error {
    let reason: String
  }

  /// What the mirror says about one place.
  struct Place: Equatable {
    let slot: LayoutSlot
    /// The names of the types that the place is part of, the outermost first.
    let types: [String]
  }

  /// What the mirror says about one subject.
  struct Opinion {
    var places: [Place] = []
    /// What the mirror does not know the insides of.
    var unknown: [String] = []
  }

  private let lock = VisibleMutex(())

  private static func open() -> Result<RemoteMirror, Failure> {
    guard let runtime = crm_runtime_path().map({ String(cString: $0) }) else {
      return .failure(Failure(reason: "the runtime is not in a file of its own"))
    }
    let path = URL(filePath: runtime).deletingLastPathComponent()
      .appending(path: "libswiftRemoteMirror.so").path
    guard FileManager.default.fileExists(atPath: path) else {
      return .failure(Failure(reason: "there is no libswiftRemoteMirror.so beside the runtime"))
    }
    var error: UnsafePointer<CChar>?
    guard crm_open(path, &error) else {
      return .failure(Failure(reason: error.map { String(cString: $0) } ?? "unknown"))
    }
    return .success(RemoteMirror())
  }

  /// What the mirror says about `subject`, which is alive.
  func opinion(on subject: InspectedLayout.Subject) -> Opinion {
    lock.withLock { _ in
      var opinion = Opinion()
      switch subject {
      case .value(let metadata):
        let type = crm_type_of_metadata(metadata)
        let info = crm_info_of_type(type)
        describe(type, kind: Int(info.kind), at: 0, within: Way(), in: &opinion)
      case .instance(let classes):
        for metadata in classes {
          let info = crm_info_of_metadata(metadata)
          guard info.kind == CRM_CLASS_INSTANCE else {
            opinion.unknown.append("a class")
            continue
          }
          for index in 0..<info.field_count {
            describe(crm_child_of_metadata(metadata, index), at: 0, within: Way(), in: &opinion)
          }
        }
      case .context(let address, _):
        let info = crm_info_of_instance(address)
        guard info.kind == CRM_CLOSURE_CONTEXT else {
          opinion.unknown.append("a context")
          break
        }
        for index in 0..<info.field_count {
          describe(crm_child_of_instance(address, index), at: 0, within: Way(), in: &opinion)
        }
      }
      return opinion
    }
  }

  /// Where in its surroundings a value is: in which payload cases, and in values of which types.
  private struct Way {
    var cases: [Int] = []
    var types: [String] = []
  }

  private func describe(
    _ child: crm_child_info, at base: Int, within way: Way, in opinion: inout Opinion
  ) {
    describe(
      child.type, kind: Int(child.kind), at: base + Int(child.offset), within: way, in: &opinion)
  }

  private func describe(
    _ type: UInt, kind: Int, at offset: Int, within outer: Way, in opinion: inout Opinion
  ) {
    var way = outer
    way.types.append(Self.name(of: type))
    func note(_ kind: LayoutSlot.Kind) {
      let slot = LayoutSlot(cases: way.cases, offset: offset, kind: kind)
      opinion.places.append(Place(slot: slot, types: way.types))
    }
    switch kind {
    case CRM_STRONG_REFERENCE, CRM_CLASS_EXISTENTIAL, CRM_ERROR_EXISTENTIAL: note(.strong)
    case CRM_THICK_FUNCTION: note(.function)
    case CRM_OPAQUE_EXISTENTIAL: note(.existential)
    case CRM_BUILTIN:
      let references = ["Builtin.BridgeObject", "Builtin.NativeObject"]
      if references.contains(way.types[way.types.count - 1]) { note(.strong) }
    case CRM_STRUCT, CRM_TUPLE, CRM_SINGLE_PAYLOAD_ENUM, CRM_MULTI_PAYLOAD_ENUM:
      for index in 0..<crm_info_of_type(type).field_count {
        let child = crm_child_of_type(type, index)
        // A case without a payload has no type.
        if child.type == 0 { continue }
        var inner = way
        if kind == CRM_MULTI_PAYLOAD_ENUM { inner.cases.append(Int(index)) }
        describe(child, at: offset, within: inner, in: &opinion)
      }
    case CRM_UNKNOWN, CRM_ARRAY: opinion.unknown.append(way.types[way.types.count - 1])
    default: break
    }
  }

  private static func name(of type: UInt) -> String {
    guard type != 0, let name = crm_name_of_type(type) else { return "" }
    defer { free(name) }
    return String(cString: name)
  }
}
