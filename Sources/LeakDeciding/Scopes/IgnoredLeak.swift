import LeakHeapModel
import LeakSymbolication

/// A known leak that a check does not report.
///
/// ```swift
/// @Suite(.leakFree(ignoring: [.fingerprint("3cf25dca", because: "rewritten in May", until: "2027-05-31")]))
/// ```
///
/// If it has an end date, that is its last day, in UTC: a check fails again from the next day on, and states why.
public struct IgnoredLeak: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case type(String)
    case module(String)
    case fingerprint(String)
    case edge(from: String, to: String)
    case holder(String)
  }

  /// What the checks and traits around do not report.
  @TaskLocal package static var inherited: [IgnoredLeak] = []

  package let kind: Kind

  /// Why the leak is lived with, if that was said.
  package let reason: String?

  /// The last day, as it was written, which need not be one.
  package let end: String?

  /// Leaks of a type: one of the objects that form the retain cycle, or the object that is held, is an instance of it.
  ///
  /// Objects that only such objects keep alive are not reported either. Where a report tells several cycles, each must have such an
  /// instance, or be ignored otherwise.
  ///
  /// - Parameters:
  ///   - name: The name as a report shows it, with or without its module and its generic arguments:
  ///     `Cache`, `Outer.Cache`, `Shop.Cache<Item>`.
  ///   - reason: Why the leak is accepted.
  ///   - date: The last day on which the leak is ignored, `2027-01-31`.
  public static func type(
    _ name: String, because reason: String? = nil, until date: String? = nil
  ) -> IgnoredLeak {
    IgnoredLeak(kind: .type(name), reason: reason, end: date)
  }

  /// Leaks of a type. See ``type(_:because:until:)-(String,_,_)``.
  ///
  /// - Parameters:
  ///   - type: The class, with its generic arguments.
  ///   - reason: Why the leak is accepted.
  ///   - date: The last day on which the leak is ignored, `2027-01-31`.
  public static func type(
    _ type: AnyClass, because reason: String? = nil, until date: String? = nil
  ) -> IgnoredLeak {
    IgnoredLeak(kind: .type(RuntimeTypeName.stable(of: type)), reason: reason, end: date)
  }

  /// Leaks of all types of a module.
  ///
  /// - Parameters:
  ///   - name: The module's name.
  ///   - reason: Why the leak is accepted.
  ///   - date: The last day on which the leak is ignored, `2027-01-31`.
  public static func module(
    _ name: String, because reason: String? = nil, until date: String? = nil
  ) -> IgnoredLeak {
    IgnoredLeak(kind: .module(name), reason: reason, end: date)
  }

  /// The leak with a certain fingerprint, which a report shows at its end.
  ///
  /// - Parameters:
  ///   - fingerprint: The eight hexadecimal digits, in lower or upper case.
  ///   - reason: Why the leak is accepted.
  ///   - date: The last day on which the leak is ignored, `2027-01-31`.
  public static func fingerprint(
    _ fingerprint: String, because reason: String? = nil, until date: String? = nil
  ) -> IgnoredLeak {
    IgnoredLeak(kind: .fingerprint(fingerprint), reason: reason, end: date)
  }

  /// Leaks whose retain cycle has a reference from an object of one type to an object of another, directly or through a closure.
  ///
  /// Where a report tells several cycles, each must have it, or be ignored otherwise.
  ///
  /// - Parameters:
  ///   - source: The name of the type that has the reference, `Player`, or of its property, `Player.onFinish`, as in a report. What is
  ///     in a property may be left out: `Folder.children` is also `Folder.children[0]`, and `Editor.settings` is `Editor.settings.editor`.
  ///   - target: The name of the type that is referred to.
  ///   - reason: Why the leak is accepted.
  ///   - date: The last day on which the leak is ignored, `2027-01-31`.
  public static func edge(
    from source: String, to target: String, because reason: String? = nil,
    until date: String? = nil
  ) -> IgnoredLeak {
    IgnoredLeak(kind: .edge(from: source, to: target), reason: reason, end: date)
  }

  /// Leaks of objects that a certain place holds.
  ///
  /// Where a retain cycle keeps the object after that, the cycle must be ignored as well.
  ///
  /// - Parameters:
  ///   - name: The place as the first line of a report's drawing shows it: `static Cache.shared`, `asyncAfter`, `a Timer`.
  ///   - reason: Why the leak is accepted.
  ///   - date: The last day on which the leak is ignored, `2027-01-31`.
  public static func holder(
    _ name: String, because reason: String? = nil, until date: String? = nil
  ) -> IgnoredLeak {
    IgnoredLeak(kind: .holder(name), reason: reason, end: date)
  }
}

extension IgnoredLeak {
  /// Whether this covers the type with the name `type`, which has its module.
  package func covers(_ type: String) -> Bool {
    switch kind {
    case .module(let module): type.hasPrefix(module + ".")
    case .type(let name): Self.name(name, isOf: type)
    case .fingerprint, .edge, .holder: false
    }
  }

  /// Whether `name` is how a person writes the type with the name `type`.
  package static func name(_ name: String, isOf type: String) -> Bool {
    let type = TypeName(type)
    let bare = type.qualified.prefix { $0 != "<" }
    return name == type.qualified || name == type.short || name == type.withoutArguments
      || name == bare
  }
}
