import CLeakHeapRecording
import LeakBase
import LeakHeapReading
import LeakSymbolication

/// An object that a scope recorded, and that was alive when it was asked for.
package struct RecordedObject: Sendable {
  /// Keeps the object's memory readable, and the object not alive.
  package let witness: ObjectWitness

  /// Its type, as its first word tells.
  package let type: RecordedType

  /// Ascends with time among the objects of a scope.
  package let order: UInt64

  /// The size in bytes, as asked for when it was allocated.
  package let size: Int

  /// The return addresses of the calls that allocated it, innermost first; at most three.
  package let site: [UInt]

  /// When it was allocated, by the recorder's clock.
  let moment: UInt32

  /// Whether the initializer of a global or static variable has made it, or a task that one has begun; not where that is in a scope
  /// that was opened meanwhile.
  package let isInitializers: Bool
}

/// An object that was allocated in no scope.
package struct PooledObject: Sendable {
  /// A scope that was open then.
  package struct Candidate: Sendable, Hashable {
    package let id: AllocationScope.ID
    package let label: String
    /// Whether it owns what is allocated in none, as long as no other scope is open but those around it.
    package let claims: Bool
  }

  package let object: RecordedObject

  /// The scopes that the object may belong to, in order of opening.
  package let scopes: [Candidate]
}

extension RecordedObject {
  /// Moves the objects that are alive out of the recorder's tables, in order of allocation.
  static func take(from scope: UInt64) -> [RecordedObject] {
    var taken = Taken()
    withUnsafeMutablePointer(to: &taken) { taken in
      crt_scope_take(
        scope,
        { context, allocation in
          guard let context, let allocation else { return }
          context.assumingMemoryBound(to: Taken.self).pointee.add(allocation.pointee)
        }, taken)
    }
    return taken.objects.sorted { $0.order < $1.order }
  }

  /// What was taken out of the tables.
  private struct Taken {
    var objects: [RecordedObject] = []
    private var known = KnownAllocations()

    /// Takes over the record's hold. A closure context that the kit itself made is none of the objects.
    mutating func add(_ allocation: crt_allocation) {
      let witness = ObjectWitness(adopting: allocation.object)
      if let object = RecordedObject(allocation, witness, &known) { objects.append(object) }
    }
  }

  /// The object that `witness` holds; `nil` for a closure context that the kit itself made.
  init?(
    _ allocation: crt_allocation, _ witness: ObjectWitness, _ known: inout KnownAllocations
  ) {
    self.witness = witness
    order = allocation.order
    size = Int(allocation.size)
    moment = allocation.moment
    isInitializers = allocation.is_initializers
    site = known.site(of: allocation)
    type = known.type(ofObjectAt: Address(witness.address))
    if type.kind == .context, isMadeByKit { return nil }
  }

  private var isMadeByKit: Bool {
    guard let call = site.first, let symbol = Symbolizer.symbol(at: call - 1) else { return false }
    guard Self.module(of: symbol).map({ crt_recorder_ignores_module($0) }) ?? false else {
      return false
    }
    // The mangled name of what is written in an extension begins with the module of the extended type.
    let module = FunctionName.demangled(symbol).flatMap { FunctionName(demangled: $0).module }
    return module.map { crt_recorder_ignores_module($0) } ?? true
  }

  /// The module that a mangled name begins with: `$s8HeapRead…` is in one of eight letters.
  private static func module(of symbol: String) -> String? {
    guard symbol.hasPrefix("$s") else { return nil }
    let rest = symbol.dropFirst(2)
    guard let length = Int(rest.prefix { $0.isNumber }) else { return nil }
    return String(rest.drop { $0.isNumber }.prefix(length))
  }
}
