import CLeakBase

/// The first word of a type's metadata, or of the metadata of a heap object without a type.
///
/// Source: `include/swift/ABI/MetadataKind.def`. A class may have a pointer there instead (its Objective-C
/// isa), which is larger than every kind.
package enum MetadataKind {
  package static let `class`: UInt = 0
  static var `struct`: UInt { UInt(crt_fact_kind_struct()) }
  static var `enum`: UInt { UInt(crt_fact_kind_enum()) }
  static var optional: UInt { UInt(crt_fact_kind_optional()) }
  static var opaque: UInt { UInt(crt_fact_kind_opaque()) }
  static var tuple: UInt { UInt(crt_fact_kind_tuple()) }
  static var function: UInt { UInt(crt_fact_kind_function()) }
  static var existential: UInt { UInt(crt_fact_kind_existential()) }
  static var metatype: UInt { UInt(crt_fact_kind_metatype()) }
  static var existentialMetatype: UInt { UInt(crt_fact_kind_existential_metatype()) }
  static var extendedExistential: UInt { UInt(crt_fact_kind_extended_existential()) }
  static var fixedArray: UInt { UInt(crt_fact_kind_fixed_array()) }
  static var heapLocalVariable: UInt { UInt(crt_fact_context_kind()) }
  static var heapGenericLocalVariable: UInt { UInt(crt_fact_kind_box()) }
  static var errorObject: UInt { UInt(crt_fact_kind_error()) }
  static var task: UInt { UInt(crt_fact_task_kind()) }
  /// Follows that of a task.
  static var job: UInt { task + 1 }
  static var lastEnumerated: UInt { UInt(crt_fact_kind_last()) }

  // Other languages' types, of which none can be made here to compare. Their kinds stand between the others.

  static var foreignClass: UInt { optional + 1 }
  static var foreignReferenceType: UInt { optional + 2 }
  static var objCClassWrapper: UInt { metatype + 1 }
}
