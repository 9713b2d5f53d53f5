import CLeakBase
import LeakBase

/// The stored properties of a type, or the cases of an enumeration.
///
/// Source: `include/swift/RemoteInspection/Records.h`.
struct FieldDescriptor: Hashable, Sendable {
  /// One stored property or case.
  struct Record: Sendable {
    fileprivate let address: Address

    private var flags: UInt32 { address.uint32() }

    /// Whether the payload of a case is stored in a box.
    var isIndirectCase: Bool { flags.hasBit(crt_fact_field_indirect_bit()) }

    /// Whether a property is declared `var`.
    var isVariable: Bool { flags.hasBit(crt_fact_field_variable_bit()) }

    /// The mangled type, or `nil` for a case without a payload.
    var type: MangledName? {
      let name = address.relative(at: crt_fact_field_type())
      return name.isNull ? nil : MangledName(at: name)
    }

    /// The name, or an empty string.
    var name: String {
      let name = address.relative(at: crt_fact_field_name())
      return name.isNull ? "" : name.string()
    }
  }

  let address: Address

  init(_ address: Address) {
    self.address = address
  }

  var isNull: Bool { address.isNull }

  var count: Int { Int(address.uint32(at: crt_fact_field_count())) }

  subscript(index: Int) -> Record {
    let size = Int(address.uint16(at: crt_fact_field_record_size()))
    return Record(address: address + crt_fact_field_records() + index * size)
  }
}
