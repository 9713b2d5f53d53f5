import LeakBase
import LeakHeapReading

/// What the first word of a recorded object tells of it. Many objects share it.
package final class RecordedType: Sendable {
  package enum Kind: Sendable, Hashable {
    /// An instance of a class.
    case instance
    /// A closure context, a captured variable, or the box of an indirect case.
    case context
  }

  package let kind: Kind

  /// The name with its module, without what differs from run to run; for a context, what it is.
  package let name: String

  /// The module that declares the class; `nil` for a context.
  package let module: String?

  /// Where the metadata is.
  package let metadata: UInt

  init(objectAt address: Address) {
    let metadata = TypeMetadata(address.address())
    self.metadata = metadata.address.bits
    if metadata.isClass {
      kind = .instance
      name = metadata.name
      module = metadata.classDescriptor.module
    } else {
      kind = .context
      name = "closure context"
      module = nil
    }
  }
}
