extension DebugEntry {
  /// What an entry describes (DWARF 5, section 7.5.3, *Abbreviations Tables*).
  enum Tag {
    static let array: UInt64 = 0x01
    static let classType: UInt64 = 0x02
    static let enumeration: UInt64 = 0x04
    static let parameter: UInt64 = 0x05
    static let lexicalBlock: UInt64 = 0x0b
    static let member: UInt64 = 0x0d
    static let pointer: UInt64 = 0x0f
    static let reference: UInt64 = 0x10
    static let structure: UInt64 = 0x13
    static let typeAlias: UInt64 = 0x16
    static let union: UInt64 = 0x17
    static let inheritance: UInt64 = 0x1c
    static let inlinedFunction: UInt64 = 0x1d
    static let subrange: UInt64 = 0x21
    static let base: UInt64 = 0x24
    static let const: UInt64 = 0x26
    static let function: UInt64 = 0x2e
    static let variable: UInt64 = 0x34
    static let volatile: UInt64 = 0x35
    static let restrict: UInt64 = 0x37
    static let rvalueReference: UInt64 = 0x42
    static let atomic: UInt64 = 0x47
  }
  /// What stands in a structure's entry and has no part of its values: the types, functions and constants that it declares, and those
  /// that it is made with.
  static let tagsWithoutValues: Set<UInt64> = [
    Tag.array, Tag.classType, Tag.enumeration, Tag.structure, Tag.typeAlias, Tag.union,
    Tag.function, Tag.variable,
    // Imported declarations, declarations of access, friends, and parameters of templates; LLVM's and GCC's for templates and packs.
    0x08, 0x23, 0x2a, 0x2f, 0x30, 0x4106, 0x4107, 0x4108,
  ]
}
