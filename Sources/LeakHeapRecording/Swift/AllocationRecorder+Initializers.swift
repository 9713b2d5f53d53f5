import CLeakHeapRecording
import LeakBase
import LeakHeapReading
import LeakSymbolication

extension AllocationRecorder {
  /// An object that the initializer of a global or static variable has made, or a task that one has begun.
  package struct InitializersObject {
    /// The return addresses of the calls that allocated it, innermost first.
    private let site: [UInt]

    fileprivate init(_ allocation: crt_allocation) {
      let calls = allocation.site
      site = [calls.0, calls.1, calls.2].filter { $0 != 0 }
    }

    /// Whether the function has made the object that the closure with this code is written in.
    ///
    /// Source: `docs/ABI/Mangling.rst` in Swift's repository: a closure's name begins with that of its function. For a class, `fC`
    /// allocates an object and calls the initializer, which is `fc`. An asynchronous function goes on in others, `TY` and `TQ`.
    package func isMade(byFunctionOfClosureAt code: UInt) -> Bool {
      guard let closure = Symbolizer.symbol(at: code) else { return false }
      return site.contains { call in
        guard let symbol = Symbolizer.symbol(at: call - 1) else { return false }
        let function = symbol.replacing(#/T[QY]\d+_$/#, with: "")
        let bodies = function.hasSuffix("fC") ? [function, function.dropLast() + "c"] : [function]
        return bodies.contains { closure.count > $0.count && closure.hasPrefix($0) }
      }
    }
  }

  /// Those of the objects at `addresses`, which are alive, that an initializer has made, by masked address; in whatever scope, but not
  /// where that was in one that the initializer had opened.
  ///
  /// - Complexity: O(*n*) in the number of records.
  package static func initializersObjects(at addresses: [UInt]) -> [UInt: InitializersObject] {
    var found = [crt_allocation](repeating: crt_allocation(), count: addresses.count)
    crt_recorder_find_initializers(addresses, &found, addresses.count)
    return Dictionary(
      zip(addresses, found).lazy.filter(\.1.is_initializers).map {
        ($0.masked, InitializersObject($1))
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether an initializer has begun the task, or a task that one has begun; not where that was in a scope that the initializer had
  /// opened.
  package static func isInitializers(taskAt address: UInt) -> Bool {
    HeapReader.shared.withCompiler { compiler in
      let values = TaskLocalValue.all(inTaskAt: Address(address), by: compiler)
      func number(_ local: TaskLocal<UInt64>) -> UInt? {
        let key = UInt(bitPattern: Unmanaged.passUnretained(local).toOpaque())
        return values.first { $0.key == key }?.place.word()
      }
      return number(CurrentScope.$initializer).map { $0 == number(CurrentScope.$number) ?? 0 }
        ?? false
    } ?? false
  }
}
