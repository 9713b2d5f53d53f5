import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// The system's objects that are work, or have some to do, as their fields say in a copy.
///
/// One that has nothing to do is kept by whoever refers to it, and keeps no longer what it has.
///
/// Sources: `Operation.swift` and `Process.swift` of swift-corelibs-foundation; `URLSession.swift`, `URLSessionTask.swift` and `TaskRegistry.swift` of its
/// FoundationNetworking.
struct SystemWork {
  private let copy: ProcessCopy
  /// How objects tell of their work, by their first word; `nil` for those of other classes.
  private var kinds: [UInt: Kind?] = [:]

  private enum Kind {
    /// They are there for as long as they have some.
    case always
    /// What the field at the offset refers to is the first thing to do.
    case list(UInt)
    /// It is in the queue that one field refers to, or as far as the other one says.
    case operation(queue: UInt, state: UInt)
    /// The registry that the field refers to has the tasks.
    case session(registry: UInt)
    /// The field says how far it is.
    case sessionTask(state: UInt)
    /// The run loop of Foundation's that waits for its end has it as long as the field says that it runs.
    case process(isRunning: UInt)
  }

  init(_ copy: ProcessCopy) {
    self.copy = copy
  }

  /// Whether the object at `block`, which has this type, has work to do.
  mutating func isPending(_ block: UInt, _ type: HeapObjectType) -> Bool {
    guard let isa = copy.word(at: block) else { return false }
    if kinds[isa] == nil { kinds[isa] = .some(kind(of: type, isa)) }
    switch kinds[isa] ?? nil {
    case nil: return false
    case .always: return true
    case .list(let first): return copy.word(at: block &+ first) != 0
    case .operation(let queue, let state):
      return copy.word(at: block &+ queue) != 0
        || copy.memory.byte(at: block &+ state).map(Self.operationsAtWork.contains) ?? true
    case .session(let registry): return copy.word(at: block &+ registry).map(hasTasks) ?? true
    case .sessionTask(let state):
      return copy.memory.byte(at: block &+ state) != Self.completedTask
    case .process(let isRunning): return copy.memory.byte(at: block &+ isRunning) == 1
    }
  }

  /// The places among the cases of `Operation.__NSOperationState` of `starting`, `executing` and `finishing`.
  private static let operationsAtWork: ClosedRange<UInt8> = 4...6
  /// The place of `completed` among those of `URLSessionTask.State`.
  private static let completedTask: UInt8 = 3

  private static let operation = "Foundation.Operation"
  private static let queue = "Foundation.OperationQueue"
  private static let session = "FoundationNetworking.URLSession"
  private static let sessionTask = "FoundationNetworking.URLSessionTask"
  static let process = "Foundation.Process"
  private static let registry = "FoundationNetworking.URLSession._TaskRegistry"
  /// A timer of Foundation's for Linux keeps its block for good, and a center has what observes.
  private static let others: Set<String> = [
    "Foundation.Timer", "FoundationEssentials.NotificationCenter", "Foundation.NotificationCenter",
    registry,
  ]

  private func kind(of type: HeapObjectType, _ isa: UInt) -> Kind? {
    for name in [type.name] + type.superclasses {
      switch name {
      case Self.operation:
        guard let queue = offset(of: "__queue", declaredBy: name, isa),
          let state = offset(of: "__state", declaredBy: name, isa)
        else { return .always }
        return .operation(queue: queue, state: state)
      case Self.queue:
        return offset(of: "__firstOperation", declaredBy: name, isa).map(Kind.list) ?? .always
      case Self.session:
        return offset(of: "taskRegistry", declaredBy: name, isa).map(Kind.session) ?? .always
      case Self.sessionTask:
        return offset(of: "_state", declaredBy: name, isa).map(Kind.sessionTask) ?? .always
      case Self.process:
        return offset(of: "isRunning", declaredBy: name, isa).map(Kind.process)
      case let name where Self.others.contains(name): return .always
      default: break
      }
    }
    return nil
  }

  /// The offset of a stored property of the class `name` in objects that begin with `isa`.
  private func offset(of property: String, declaredBy name: String, _ isa: UInt) -> UInt? {
    let declaring = copy.compiler.chain(of: TypeMetadata(Address(isa))).first { $0.name == name }
    return declaring.flatMap { type in
      type.indexOfField(named: property).map { UInt(type.fieldOffset($0)) }
    }
  }

  /// Whether a session's registry has tasks; so it does where that cannot be told.
  private func hasTasks(_ registry: UInt) -> Bool {
    guard let isa = copy.word(at: registry),
      let tasks = offset(of: "tasks", declaredBy: Self.registry, isa),
      let storage = copy.word(at: registry &+ tasks),
      let scale = copy.memory.byte(at: storage &+ UInt(crt_fact_table_scale())), scale < 36
    else { return true }
    // The bits of buckets that a small table does not have are set.
    let buckets = scale < 6 ? UInt(1) << (1 << scale) - 1 : .max
    let bitmap = storage &+ UInt(crt_fact_dictionary_bitmap())
    return (0..<max(1, UInt(1) << scale / 64)).contains { index in
      copy.word(at: bitmap &+ index * 8).map { $0 & buckets != 0 } ?? true
    }
  }
}
