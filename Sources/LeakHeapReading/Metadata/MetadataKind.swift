import CLeakBase

/// The first word of a type's metadata, or of the metadata of a heap object without a type.
///
/// Source: `include/swift/ABI/MetadataKind.def`. A class may have a pointer there instead (its Objective-C
/// isa), which is larger than every kind.
package enum MetadataKind {
  package static let `class`: UInt = 0
  static let `struct`: UInt = 0x200
  static let `enum`: UInt = 0x201
  static let optional: UInt = 0x202
  static let foreignClass: UInt = 0x203
  static let foreignReferenceType: UInt = 0x204
  static let opaque: UInt = 0x300
  static let tuple: UInt = 0x301
  static let function: UInt = 0x302
  static let existential: UInt = 0x303
  static let metatype: UInt = 0x304
  static let objCClassWrapper: UInt = 0x305
  static let existentialMetatype: UInt = 0x306
  static let extendedExistential: UInt = 0x307
  static let fixedArray: UInt = 0x308
  static var heapLocalVariable: UInt { UInt(crt_fact_context_kind()) }
  static let heapGenericLocalVariable: UInt = 0x500
  static let errorObject: UInt = 0x501
  static let task: UInt = 0x502
  static let job: UInt = 0x503
  static let lastEnumerated: UInt = 0x7FF
}
