import LeakBase
import LeakHeapModel
import LeakSymbolication

/// A ``HeapGraph`` with what it takes to ask the live process about its objects.
package struct HeapSnapshot: Sendable {
  /// The objects reached from the root, which is object 0.
  package let graph: HeapGraph

  /// Where each object was, by ``HeapGraph/ObjectID``. Addresses, not references: nothing is kept alive.
  package let addresses: [UInt]

  /// The code of each function, by ``FunctionID``.
  package let functions: [UInt]

  /// The weak and unowned references between the objects, as far as they were found.
  package let observations: [Observation]

  /// What was reached but could not be read, one sentence part each, without duplicates:
  /// "the fields of Shop.Legacy (built without reflection metadata)".
  package let unread: [String]

  /// What was not where it had been a moment before: other threads were changing the graph.
  ///
  /// What was found stands as far as the retain counts confirm it; what is missing may only have been missed.
  package let changes: HeapChanges

  /// The first word of the objects of each type, by ``HeapObject/type``; 0 where they have none in common.
  package let isas: [UInt]

  /// Keeps questions to objects that are gone from ending the process.
  private let memoryGuard: MemoryGuard

  package init(
    graph: HeapGraph, addresses: [UInt], functions: [UInt],
    observations: [Observation] = [], unread: [String],
    changes: HeapChanges = HeapChanges(), isas: [UInt], memoryGuard: MemoryGuard = MemoryGuard()
  ) {
    self.memoryGuard = memoryGuard
    self.graph = graph
    self.addresses = addresses
    self.functions = functions
    self.observations = observations
    self.unread = unread
    self.changes = changes
    self.isas = isas
  }

  /// The first word that `object` had when it was read, or `nil` for one without a type.
  package func isa(of object: HeapGraph.ObjectID) -> UInt? {
    let isa = isas[Int(graph.objects[object].type)]
    return isa == 0 ? nil : isa
  }

  /// The runtime's reference counts of `object` at this moment, or `nil` for an object that has none
  /// (unread memory, a block on the stack), can never be freed, or is not there any more.
  package func counts(of object: HeapGraph.ObjectID) -> ReferenceCounts? {
    let address = Address(addresses[object])
    if let isa = isa(of: object), address.word() != isa { return nil }
    switch graph.type(of: object).kind {
    case .memory, .unread: return nil
    case .block: return ReferenceCounts(blockAt: address)
    default: return ReferenceCounts(objectAt: address)
    }
  }

  /// The name of `function`, or `nil` when the binary has no symbol for it, and where it is what a task resumes: no closure's function.
  package func name(of function: FunctionID) -> FunctionName? {
    let code = code(of: function)
    guard let name = Symbolizer.shared.functionName(at: code), !name.isResumption else {
      return nil
    }
    var result = name
    if name.kind == .closure || name.kind == .localFunction {
      result.variables = Symbolizer.shared.capturedVariables(ofFunctionAt: code)
    }
    guard let method = method(storedAs: function) else { return result }
    result.kind = .boundMethod
    result.text = method.name.text
    result.signature = method.name.signature
    result.storing = FunctionName.Storing(
      function: String(name.text.dropFirst(FunctionName.methodReferencePrefix.count)),
      place: Symbolizer.shared.sourceLine(at: code))
    return result
  }

  /// Where `function` is written, or `nil` when the binary has no debug information on it.
  package func line(of function: FunctionID) -> SourcePlace? {
    if let method = method(storedAs: function) { return method.place }
    if Symbolizer.shared.functionName(at: code(of: function))?.isResumption == true { return nil }
    return Symbolizer.shared.sourceLine(at: code(of: function))
  }

  /// Whether `function` is the program's, and not the toolchain's or the system's.
  package func isPrograms(_ function: FunctionID) -> Bool {
    LoadedImage.isPrograms(at: code(of: function))
  }

  /// Where the code of `function` begins.
  package func code(of function: FunctionID) -> UInt { functions[Int(function.rawValue)] }

  /// The method that `function` stands for, if it is a method used as a function value, and can be told.
  private func method(storedAs function: FunctionID) -> StoredMethod? {
    let code = code(of: function)
    guard Symbolizer.shared.functionName(at: code)?.kind == .methodReference else { return nil }
    let reference = graph.functionReferences[Int(function.rawValue)].reference
    // Where nothing else is captured, the context is the instance itself.
    let context = graph.target(of: HeapGraph.ReferenceID(reference))
    let metadata = isas[Int(graph.objects[context].type)]
    let isInstance = graph.type(of: context).kind == .instance && metadata != 0
    return Symbolizer.shared.method(storedAs: code, ofClassAt: isInstance ? metadata : nil)
  }
}
