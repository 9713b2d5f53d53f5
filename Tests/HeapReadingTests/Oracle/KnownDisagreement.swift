import LeakHeapReading
import LeakSymbolication

/// A way in which the reader and the ``RemoteMirror`` differ, and why that is right.
struct KnownDisagreement: Sendable {
  /// The reason, as it stands in the summary.
  let reason: String

  /// Takes out of a difference what the reason explains.
  private let remove: @Sendable (inout Difference) -> Void

  private init(_ reason: String, _ remove: @escaping @Sendable (inout Difference) -> Void) {
    self.reason = reason
    self.remove = remove
  }

  /// Takes out of `difference` what the reason explains; false when that is nothing.
  func explain(_ difference: inout Difference) -> Bool {
    let before = difference
    remove(&difference)
    return difference != before
  }

  static let all = [
    // The bytes of a text are not the program's objects. The mirror looks inside.
    KnownDisagreement("text") { difference in
      let texts: Set = ["Swift.String", "Swift._StringGuts", "Swift._StringObject"]
      difference.extra.removeAll { !texts.isDisjoint(with: $0.types) }
    },
    // The mirror shows a weak reference to a protocol's value as if it were a strong one.
    KnownDisagreement("weak existential") { difference in
      difference.extra.removeAll { $0.types.contains { $0.hasPrefix("weak ") } }
    },
    // The mirror finds no type for the metadata of builtin types. It does know their fields.
    KnownDisagreement("builtin type") { difference in
      guard case .value = difference.layout.subject,
        ["Builtin.", "<<< invalid type >>>"].contains(where: difference.layout.name.hasPrefix)
      else { return }
      (difference.missing, difference.unknown) = ([], [])
    },
    // The mirror does not know the elements of inline arrays, or that there are any.
    KnownDisagreement("inline array") { difference in
      guard
        difference.layout.name.hasPrefix("Swift.InlineArray<")
          || difference.unknown.contains(where: { $0.hasPrefix("Builtin.FixedArray") })
      else { return }
      (difference.missing, difference.unknown) = ([], [])
    },
    // The mirror knows nothing of noncopyable types, nor of a class that has a field of one.
    KnownDisagreement("noncopyable type") { difference in
      guard
        difference.unknown.contains(where: {
          $0 == "a class" || $0.hasPrefix("Synchronization.")
            || $0.hasPrefix("HeapReadingTests.Unique")
        })
      else { return }
      (difference.missing, difference.unknown) = ([], [])
    },
    // The mirror places the fields of a class whose superclass is generic elsewhere than the runtime's
    // field offsets do, where the cycles of the fixtures are found.
    KnownDisagreement("generic superclass") { difference in
      let classes = ["HeapReadingTests.Derived<", "Swift._RandomAccessCollectionBox<"]
      guard classes.contains(where: difference.layout.name.hasPrefix) else { return }
      (difference.missing, difference.extra) = ([], [])
    },
    // The mirror places captures inside the context's header when their layout is known at run time only.
    KnownDisagreement("capture of run-time layout") { difference in
      guard case .context = difference.layout.subject else { return }
      difference.extra.removeAll { place in
        guard place.slot.offset < 16 else { return false }
        difference.missing = difference.missing.filter { $0.kind != place.slot.kind }
        return true
      }
    },
    // The mirror looks for the arguments of a generic superclass where the class of the captured object has its own.
    KnownDisagreement("closure of a generic superclass") { difference in
      guard case .context = difference.layout.subject, difference.unknown == ["a context"],
        difference.layout.name.hasSuffix("<1>yxG)")
      else { return }
      (difference.missing, difference.unknown) = ([], [])
    },
    // The mirror does not know a captured variable that is a collection of a generic type. It is a reference, whatever that is.
    KnownDisagreement("generic collection variable") { difference in
      guard case .context = difference.layout.subject, difference.unknown == ["a context"],
        ["box (Say", "box (SDy", "box (Shy"].contains(where: difference.layout.name.hasPrefix)
      else { return }
      (difference.missing, difference.unknown) = ([], [])
    },
    // These classes retain by hand what their types call unmanaged or raw.
    KnownDisagreement("owned pointer") { difference in
      let classes = [
        "Foundation.OperationQueue", "Foundation.BlockOperation", "Swift.CheckedContinuationCanary",
      ]
      if classes.contains(difference.layout.name) { difference.missing = [] }
    },
    // A handle of the current task or of a job does not retain it. The mirror shows the field's type.
    KnownDisagreement("unowned handle of a task") { difference in
      difference.extra.removeAll { $0.types.contains("Swift.UnsafeCurrentTask") }
      if difference.layout.name == "Swift.UnownedJob" { difference.unknown = [] }
    },
    // What a task inherits leads into the test library, and to the kit's scopes, whose private types the mirror does not know.
    KnownDisagreement("test library") { difference in
      let name = difference.layout.name
      let module = name.prefix { $0 != "." }
      guard name.contains("Testing.") || KitModules.names.contains(String(module)) else { return }
      (difference.missing, difference.extra, difference.unknown) = ([], [], [])
    },
    // The mirror has no name for the metatype of a suppressed protocol.
    KnownDisagreement("existential metatype") { difference in
      if difference.unknown == [""], difference.layout.slots.isEmpty { difference.unknown = [] }
    },
    // The mirror does not know a captured variable that is a weak reference to a generic type; it holds
    // nothing.
    KnownDisagreement("weak generic variable") { difference in
      guard case .context = difference.layout.subject, difference.layout.name.hasSuffix("Xw)"),
        difference.layout.slots.isEmpty
      else { return }
      difference.unknown = []
    },
  ]
}
