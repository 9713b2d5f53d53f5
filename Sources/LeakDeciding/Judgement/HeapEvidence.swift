import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots
import LeakSymbolication

/// What is known about a part of the heap.
///
/// The questions to the live process are closures, so that a judgement can be made, and tested, without
/// a heap.
package struct HeapEvidence: Sendable {
  package var graph: HeapGraph

  /// The runtime's reference counts of an object, or `nil` where it has none or can never be freed.
  package var counts: @Sendable (HeapGraph.ObjectID) -> ReferenceCounts?

  /// The number of strong references to an object that whoever asks holds itself.
  var ownStrong: @Sendable (HeapGraph.ObjectID) -> Int = { _ in 0 }

  /// The number of unowned references to an object that are the kit's own.
  package var ownUnowned: @Sendable (HeapGraph.ObjectID) -> Int = { _ in 0 }

  /// Whether the program was asked to let an object go: a check names it. What a scope recorded nobody has named.
  package var isNamed: @Sendable (HeapGraph.ObjectID) -> Bool = { _ in false }

  /// Where the code of a function begins; where the evidence was made up, each is another one's.
  package var code: @Sendable (FunctionID) -> UInt = { UInt($0.rawValue) }

  /// The name of a function, or `nil` when the binary has no symbol for it.
  package var name: @Sendable (FunctionID) -> FunctionName? = { _ in nil }

  /// Where a function is written, or `nil` when the binary has no debug information on it.
  package var line: @Sendable (FunctionID) -> SourcePlace? = { _ in nil }

  /// Whether a function is the program's, and not the toolchain's or the system's.
  package var isPrograms: @Sendable (FunctionID) -> Bool = { _ in true }

  /// A stored property of an object's.
  package struct Property: Sendable {
    package var object: HeapGraph.ObjectID
    package var name: String
    /// The superclass that declares it, where it is not the object's own class.
    package var superclass: String?

    package init(_ name: String, of object: HeapGraph.ObjectID, in superclass: String? = nil) {
      self.object = object
      self.name = name
      self.superclass = superclass
    }
  }

  /// Where the class is written that declares a property of an object, or `nil` when the binary does not say.
  package var declaringClass: @Sendable (Property) -> SourcePlace? = { _ in nil }

  /// What tells the class that declares a property of an object from others of its name, or `nil` where its name does.
  package var discriminator: @Sendable (Property) -> String? = { _ in nil }

  /// A method that ends the work of an object, or `nil` when its classes have none of such a name.
  package var endingMethod: @Sendable (HeapGraph.ObjectID) -> FunctionName? = { _ in nil }

  /// Whether the class of an object makes instances of another one's.
  package var makes: @Sendable (HeapGraph.ObjectID, HeapGraph.ObjectID) -> Bool = { _, _ in false }

  /// Whether it is known what makes instances of an object's class: the binary has an initializer of it. Where all were inlined,
  /// there is none.
  package var hasInitializer: @Sendable (HeapGraph.ObjectID) -> Bool = { _ in true }

  /// Whether the class of an object is an actor; `nil` where that is not known.
  package var isActor: @Sendable (HeapGraph.ObjectID) -> Bool? = { _ in nil }

  /// What keeps an object of libdispatch's from doing anything, if something does.
  package var suspension: @Sendable (HeapGraph.ObjectID) -> DispatchSuspension? = { _ in nil }

  /// Which of a source's handlers an object is, where another one is what libdispatch has of the source.
  package var handler: @Sendable (HeapGraph.ObjectID, HeapGraph.ObjectID) -> DispatchHandler? = {
    _, _ in nil
  }

  /// The packages that the modules are in.
  let packages = ModulePackages()

  /// What the test calls objects, if it named any.
  package var labels: ObjectLabels?

  /// Where each object is; none where the evidence was made up.
  var addresses: [UInt] = []

  /// The first word of an object when it was read; `nil` where it has no type, or the evidence was made up.
  package var isa: @Sendable (HeapGraph.ObjectID) -> UInt? = { _ in nil }

  /// The weak and unowned references between the objects, as far as they are known.
  var observations: [Observation] = []

  /// What was reached but could not be read, one sentence part each.
  var unread: [String] = []

  /// What other threads were changing in the graph while it was read.
  var changes = HeapChanges()
}

/// The names that a test gave objects, by their address.
package final class ObjectLabels: Sendable {
  let labels: [UInt: String]

  /// `nil` where there are none.
  init?(_ labels: [UInt: String]) {
    if labels.isEmpty { return nil }
    self.labels = labels
  }
}

extension HeapEvidence {
  /// The name that the test gave the object, if any.
  package func label(_ object: HeapGraph.ObjectID) -> String? {
    guard let labels, addresses.indices.contains(object) else { return nil }
    return labels.labels[addresses[object]]
  }
}

extension HeapEvidence {
  /// Whether a variable is of a class that the macro `@Observable` stands before: its class has a registrar.
  package func isObserved(_ property: Property) -> Bool {
    let labels = graph.references(from: property.object).lazy.map(graph.label).filter {
      $0.role == .property && $0.declaringClass == property.superclass
    }
    return labels.contains { $0.path.hasPrefix("_$observationRegistrar.") }
      && labels.contains {
        !$0.isConstant && $0.path.prefix { $0 != "." }.elementsEqual(property.name)
      }
  }

  /// The package that a function is in, where that is known and not the one whose tests run.
  package func foreignPackage(of function: FunctionID, named name: FunctionName?) -> String? {
    packages.foreign(name?.module) { line(function)?.path }
  }

  /// The package of the class that declares a property of an object, where that is known and not the one whose tests run.
  package func foreignPackage(
    ofClass type: String, declaring property: Property
  ) -> String? {
    packages.foreign(TypeName(type).module) { declaringClass(property)?.path }
  }

  /// The package of a type's module, where it was asked for before, and is not the one whose tests run.
  package func knownForeignPackage(ofType name: String) -> String? {
    packages.foreign(TypeName(name).module) { nil }
  }
}

extension HeapEvidence {
  /// The evidence that a snapshot of the live heap gives.
  package init(_ snapshot: HeapSnapshot) {
    let own = OwnHolds(addresses: snapshot.addresses)
    self.init(naming: snapshot)
    ownUnowned = { own.count(of: $0) }
    isNamed = { ObjectWitness.count(at: snapshot.addresses[$0]) > 0 }
  }

  /// What a snapshot says of names and places, where nobody asks what is the kit's own of the counts: that takes a look at all
  /// records of the process.
  package init(naming snapshot: HeapSnapshot) {
    self.init(
      graph: snapshot.graph,
      counts: { snapshot.counts(of: $0) },
      code: { snapshot.code(of: $0) },
      name: { snapshot.name(of: $0) },
      line: { snapshot.line(of: $0) },
      isPrograms: { snapshot.isPrograms($0) },
      declaringClass: {
        snapshot.place(ofClassDeclaring: $0.name, in: $0.superclass, of: $0.object)
      },
      discriminator: {
        snapshot.discriminator(ofClassDeclaring: $0.name, in: $0.superclass, of: $0.object)
      },
      endingMethod: { snapshot.endingMethod(of: $0) },
      makes: { snapshot.makes($0, $1) },
      hasInitializer: { snapshot.hasInitializer($0) },
      isActor: { snapshot.isActor($0) },
      suspension: { snapshot.suspension(of: $0) },
      handler: { snapshot.handler($0, of: $1) },
      addresses: snapshot.addresses,
      isa: { snapshot.isa(of: $0) },
      observations: snapshot.observations,
      unread: snapshot.unread,
      changes: snapshot.changes)
  }
}
