import LeakHeapModel
import LeakHeapReading
import Testing

/// What the reader found out about one wired fixture.
struct Reading: Equatable {
  /// The shortest cycle through the fixture, every edge of it, as in
  /// `Owner -.child-> Child -.owner-> Owner`; `nil` when there is none.
  var path: String?

  /// What could not be read of the objects that the fixture reaches.
  var unread: [String]

  /// The objects of the fixture's component whose retains are not the references that were found.
  var unexplained: [String]

  /// By default, a reading of which nothing is left over.
  init(_ path: String?, unread: [String] = [], unexplained: [String] = []) {
    (self.path, self.unread, self.unexplained) = (path, unread, unexplained)
  }
}

extension Reading {
  fileprivate init<Owner: AnyObject>(of held: Unmanaged<Owner>, limit: Int? = 200) throws {
    let oracle = Oracle.ofFixtures
    let reader = oracle?.reader ?? .shared
    let snapshot = try reader.snapshot(from: held.toOpaque())
    // A reader that follows what is not owned reaches more; a word that only looks like a reference may lead anywhere.
    if let limit {
      let graph = snapshot.graph
      let reached = graph.surelyReachedObjects.count
      #expect(reached < limit, "\(graph.firstReferences.joined(separator: "\n"))")
    }
    // Whatever the test looks at, what the toolchain says differently fails it.
    for disagreement in oracle?.disagreements(about: snapshot) ?? [] {
      Issue.record("\(disagreement)")
    }
    let graph = snapshot.graphWithoutStaleWords(heldBy: 1)
    self.init(
      graph.shortestCycle(through: 0).map(graph.text),
      unread: snapshot.unread.filter { $0 != "job" || snapshot.graph.surelyHasJobs },
      unexplained: snapshot.unexplainedRetains(in: graph, ofComponentAround: 0, heldBy: 1))
  }
}

extension HeapGraph {
  /// Whether there are jobs of the concurrency library's, and not only a word of libdispatch's that was left by what another test has
  /// enqueued.
  fileprivate var surelyHasJobs: Bool {
    surelyReachedObjects.contains { type(of: $0).name == "job" }
  }
}

/// Makes a fixture, wires it, and reads it; lets go of it afterwards.
///
/// The fixture is held by exactly one retain that is counted by hand, so that its count does not depend on
/// how long the compiler keeps a variable alive. It is to reach fewer objects than `limit`.
func read<Owner: Fixture>(
  _ type: Owner.Type = Owner.self, limit: Int? = 200, wire: (Owner) -> Void
) throws -> Reading {
  let held = hold(type)
  defer { release(held) }
  call(wire, with: held)
  return try Reading(of: held, limit: limit)
}

/// As ``read(_:limit:wire:)``, where the wiring has to wait for a task.
func read<Owner: Fixture & Sendable>(
  _ type: Owner.Type, wiring: (Owner) async -> Void
) async throws -> Reading {
  let held = hold(type)
  defer { release(held) }
  await wiring(held.takeUnretainedValue())
  return try Reading(of: held)
}

// The wiring stands in functions of its own: what it retains for a while is released when it returns.

@inline(never)
private func hold<Owner: Fixture>(_ type: Owner.Type) -> Unmanaged<Owner> {
  Unmanaged.passRetained(type.init())
}

@inline(never)
private func call<Owner: Fixture>(_ wire: (Owner) -> Void, with held: Unmanaged<Owner>) {
  held._withUnsafeGuaranteedRef { wire($0) }
}

@inline(never)
private func release<Owner: Fixture>(_ held: Unmanaged<Owner>) {
  held.takeRetainedValue().sever()
}

extension HeapSnapshot {
  /// The graph, without the conservative references to object 0, which has `retains` more, where its count has no room for one.
  ///
  /// All of those to it are stale words then: the frames of a new task, for one, lie in memory that may have been the frames of
  /// another.
  fileprivate func graphWithoutStaleWords(heldBy retains: Int) -> HeapGraph {
    let incoming = graph.incomingReferences(of: graph.component(of: 0))[0]
    let isFull = counts(of: 0)?.strong == (incoming?.sure ?? 0) + retains
    return isFull ? graph.withoutConservativeReferencesToRoot() : graph
  }

  /// The members of an object's component in `graph` whose strong count differs from the references found, with
  /// `retains` more on the object itself.
  ///
  /// Conservative references account for as many retains as are left when the others have been counted, but
  /// for none of a task's: an unfinished task owns itself, until whoever can resume it lets go, so what can
  /// resume it adds no retain. Memory of a library written in C has no count.
  func unexplainedRetains(
    in graph: HeapGraph, ofComponentAround object: HeapGraph.ObjectID, heldBy retains: Int
  ) -> [String] {
    let component = graph.component(of: object)
    let incoming = graph.incomingReferences(of: component)
    return component.members.compactMap { member in
      let found = incoming[member] ?? IncomingReferences()
      let kind = graph.type(of: member).kind
      if kind == .memory { return nil }
      let name = graph.typeText(of: member)
      guard let strong = counts(of: member)?.strong else {
        // The child task of an `async let` is a part of its parent.
        return kind == .task ? nil : "\(name) is not counted"
      }
      let sure = found.sure + (member == object ? retains : 0)
      // What only words of a frame refer to may be no task any more: its count says nothing.
      if kind == .task && (strong <= sure || sure == 0) { return nil }
      let probable = kind == .task ? 0 : min(max(0, strong - sure), found.conservative)
      return strong == sure + probable
        ? nil : "\(name) has \(strong) retains, \(sure + probable) were found"
    }
  }
}

extension HeapGraph {
  /// References in the order in which they were followed: one of them leads out of a fixture.
  fileprivate var firstReferences: [String] {
    references.indices.prefix(100).map { reference in
      typeText(of: source(of: reference)) + " -\(labelText(of: reference))-> "
        + typeText(of: target(of: reference))
    }
  }

  fileprivate func withoutConservativeReferencesToRoot() -> HeapGraph {
    filteringReferences { reference in
      target(of: reference) != 0 || references[reference].confidence != .conservative
    }
  }
}
