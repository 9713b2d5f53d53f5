import CRuntime
import HeapModel

/// Searches the process for what holds objects.
///
/// The search runs in a copy of the process, which stands still while it is read: from the roots it follows every
/// word that may be a reference, but in objects whose layout is known only the strong ones. What is
/// reached only by other words is told as unsure.
package struct RootSearch: Sendable {
  /// How long the copy may take. It is ended then.
  package var time = Duration.seconds(10)

  /// How often a search is repeated in which a running thread may have had the only reference in a register, or whose
  /// path the process changed before it was read.
  package var attempts = 4

  package init() {}
}

/// The answers of a search, and what it took.
package struct RootSearchResult: Sendable {
  /// The answers, in the order of the objects that were asked about.
  package var answers: [RootAnswer]

  /// The live blocks of the heap, and how long the search took.
  package var blocks = 0
  package var time = Duration.zero
}

extension HeapReader {
  /// What holds each of `objects`, which are alive. Retains nothing; blocks for some milliseconds.
  ///
  /// - Complexity: O(*n*) in the size of the process's writable memory.
  package func holders(
    of objects: [ObjectWitness], search: RootSearch = RootSearch()
  ) -> RootSearchResult {
    if objects.isEmpty { return RootSearchResult(answers: []) }
    return withCompiler { compiler in
      let run = RootSearchRun(objects, compiler: compiler, search: search)
      return run.result()
    }
  }
}

/// One search, while nobody else uses the plan compiler: so no other walk's tables are in memory.
private struct RootSearchRun {
  let objects: [ObjectWitness]
  let compiler: PlanCompiler
  let search: RootSearch

  init(_ objects: [ObjectWitness], compiler: PlanCompiler, search: RootSearch) {
    self.objects = objects
    self.compiler = compiler
    self.search = search
  }

  func result() -> RootSearchResult {
    guard let memory = crt_search_create(objects.count) else {
      return unknown("there is no memory for the search")
    }
    defer { crt_search_destroy(memory) }
    for object in objects { crt_search_add_target(memory, object.maskedAddress) }
    // The kit's own tables have words that look like references.
    for own: AnyObject in [HeapReader.shared, Symbolizer.shared, compiler] {
      crt_search_leave_out(memory, UInt(bitPattern: ObjectIdentifier(own)))
    }
    crt_search_set_task_slab(memory, compiler.symbols.taskSlab.bits)
    crt_search_set_block_class(memory, compiler.symbols.mallocBlock.bits)
    let attempts = max(1, search.attempts)
    for attempt in 1...attempts {
      let status = look(memory)
      guard status == CRT_SEARCH_DONE else { return unknown(Self.reason(status)) }
      let figures = crt_search_figures_of(memory)
      let answers = objects.indices.map { answer(crt_search_found(memory, $0), figures) }
      let isAtRest = figures.running_threads == 0
      let isCertain = answers.allSatisfy { answer in
        answer.map { isAtRest || $0.isSure } ?? false
      }
      if isCertain || attempt == attempts {
        return RootSearchResult(
          answers: answers.map { $0 ?? .unknown("what holds it changed while it was looked at") },
          blocks: Int(figures.blocks), time: .nanoseconds(Int64(figures.nanoseconds)))
      }
      // A running thread may come to a place where it puts its registers down.
      crt_pause(1_000_000 << UInt32(attempt))
    }
    return unknown("the search was not run")
  }

  /// Copies the process, tells the copy the layouts of the objects that it has, and lets it answer.
  private func look(_ memory: OpaquePointer) -> crt_search_status {
    let status = crt_search_begin(memory, OwnStack.base(), search.time / .seconds(1))
    guard status == CRT_SEARCH_DONE else { return status }
    withExtendedLifetime(MemoryGuard()) {
      for index in 0..<crt_search_type_count(memory) {
        compiler.searchLayout(isa: Address(crt_search_type(memory, index)))?.add(to: memory)
      }
    }
    return crt_search_finish(memory)
  }

  /// What was found for one object; `nil` when it is no longer so.
  private func answer(
    _ found: UnsafePointer<crt_found>, _ figures: crt_search_figures
  ) -> RootAnswer? {
    guard found.pointee.is_block else {
      return .unknown("the object is not in memory that could be searched")
    }
    let referrers = found.pointee.referrerAddresses
    guard found.pointee.root != CRT_ROOT_NONE else {
      return .unreached(referrers: referrers, isCertain: figures.running_threads == 0)
    }
    guard let path = RootPath(found, compiler: compiler) else { return nil }
    // What the kit itself has in memory holds nothing, and says nothing of what else may.
    if !path.isSure, path.leadsThroughKit {
      return .unreached(referrers: referrers, isCertain: false)
    }
    return .held(path)
  }

  private func unknown(_ reason: String) -> RootSearchResult {
    RootSearchResult(answers: objects.map { _ in .unknown(reason) })
  }

  private static func reason(_ status: crt_search_status) -> String {
    switch status {
    case CRT_SEARCH_UNKNOWN_ALLOCATOR:
      "roots cannot be searched under this allocator, a sanitizer's or another than the system's"
    case CRT_SEARCH_REFUSED: "the system did not let the process be copied for the search"
    case CRT_SEARCH_TORN: "the allocator was at work whenever the process was copied"
    case CRT_SEARCH_LATE: "the search for roots took too long"
    default: "the search for roots ended unexpectedly"
    }
  }
}

extension crt_found {
  /// The blocks that lead to the target, nearest first.
  var referrerAddresses: [UInt] {
    withUnsafeBytes(of: referrers) {
      Array($0.bindMemory(to: UInt.self).prefix(Int(referrer_count)))
    }
  }
}
