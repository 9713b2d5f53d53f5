/// What the debug information says of a variable's type.
package enum DebugVariableType: Hashable, Sendable {
  /// A type of Swift's with this mangled name.
  case swift(mangled: String)
  /// A variable of a type whose size another library tells: it has room for three words. The variable's value is there
  /// if it fits, or else a pointer to it.
  case fixedBuffer
  /// A pointer of C's, or a block.
  case pointer
  /// A number of C's, or an enumeration.
  case number
  /// A structure, union or array of C's, with what is in it, at any depth, that is no number.
  case structure(size: UInt64, members: [Member])
  case unknown

  /// A part of a structure.
  package struct Member: Hashable, Sendable {
    /// Where it begins in the outermost structure.
    package var offset: UInt64
    package var type: DebugVariableType
  }
}
