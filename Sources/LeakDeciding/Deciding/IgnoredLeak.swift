import HeapModel

/// What an automatic check does not report.
public struct IgnoredLeak: Sendable, Hashable {
  private enum Kind: Hashable {
    case type(String)
    case module(String)
  }

  private let kind: Kind

  /// Leaks of a type: those of which one of the objects that form the cycle, or the object that is held, has it.
  ///
  /// What such objects keep alive alone is not reported either.
  ///
  /// - Parameter name: The name as a report has it, with or without its module and its generic arguments:
  ///   `Cache`, `Outer.Cache`, `Shop.Cache<Item>`.
  public static func type(_ name: String) -> IgnoredLeak { IgnoredLeak(kind: .type(name)) }

  /// Leaks of all types of a module.
  ///
  /// - Parameter name: The module's name.
  public static func module(_ name: String) -> IgnoredLeak { IgnoredLeak(kind: .module(name)) }

  /// Whether this covers the type with the name `type`, which has its module.
  func covers(_ type: String) -> Bool {
    switch kind {
    case .module(let module): return type.hasPrefix(module + ".")
    case .type(let name):
      let type = TypeName(type)
      let bare = type.qualified.prefix { $0 != "<" }
      return name == type.qualified || name == type.short || name == type.withoutArguments
        || name == bare
    }
  }
}

extension [IgnoredLeak] {
  /// Whether the leak of `group` is not to be reported.
  func cover(_ group: SurvivorGroup) -> Bool {
    contains { ignored in group.memberTypes.contains { ignored.covers($0) } }
  }
}
