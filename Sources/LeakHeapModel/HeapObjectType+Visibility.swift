extension HeapObjectType {
  /// How much of an object a report shows.
  package enum Visibility: Hashable {
    /// Made by the compiler or the standard library: folded into the step that owns it.
    case plumbing
    /// A class of the system's libraries, or a task: shown, but not what is inside it.
    case system
    /// Anybody else's class.
    case program
  }

  /// How much of the objects of such a type a report shows.
  static func visibility(of kind: Kind, module: String) -> Visibility {
    switch kind {
    case .closureContext, .box, .errorBox, .arrayStorage, .dictionaryStorage, .setStorage, .block,
      .memory:
      .plumbing
    case .task, .unread:
      .system
    case .instance:
      if plumbingModules.contains(module) {
        .plumbing
      } else if systemModules.contains(module) {
        .system
      } else {
        .program
      }
    }
  }
}
