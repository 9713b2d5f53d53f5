import CLeakHeapRoots
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// A copy of the process that stands still while it is asked about.
///
/// One thread uses it at a time. Where it ends before it is told to, all further questions fail.
final class ProcessCopy {
  let search: OpaquePointer
  /// When it was begun to copy the process.
  let moment = SuspendingClock.now
  /// The layouts of what is in the copy.
  let compiler: PlanCompiler
  /// Where the dictionaries of threads are referred to, and the number of each one's thread.
  private(set) lazy var threadDictionaries = CopiedThread.dictionaries(in: self)
  /// Who asks.
  var callers = CallersOfCopy([])
  private(set) lazy var memory = CopiedMemory { [unowned self] in bytes(at: $0, count: $1) }

  /// Copies the process.
  ///
  /// - Parameters:
  ///   - compiler: Compiles the layouts; nobody else uses it meanwhile.
  ///   - leftOut: Memory in which nothing is looked for.
  ///   - seconds: When the copy is ended, whatever it does.
  init(
    compiler: PlanCompiler, leavingOut leftOut: [Range<UInt>], seconds: Double
  ) throws(ProcessCopyError) {
    guard let search = crt_search_create() else {
      throw ProcessCopyError(reason: "there is no memory for the search")
    }
    self.search = search
    self.compiler = compiler
    for range in leftOut { crt_search_leave_out(search, range.lowerBound, range.upperBound) }
    crt_search_set_task_slab(search, compiler.symbols.taskSlab.bits)
    crt_search_set_block_class(search, compiler.symbols.mallocBlock.bits)
    crt_search_set_keeper(search, DefaultNotificationCenter.address)
    crt_search_know_continuations(search, LayoutFeature.dispatch.holds)
    let status = crt_search_begin(search, seconds)
    guard status == CRT_SEARCH_DONE else { throw ProcessCopyError(status) }
    withExtendedLifetime(MemoryGuard()) {
      for index in 0..<crt_search_type_count(search) {
        compiler.searchLayout(isa: Address(crt_search_type(search, index)))?.add(to: search)
      }
    }
  }

  deinit { crt_search_destroy(search) }

  /// The live blocks of the copy, and the time that it has taken so far.
  var figures: (blocks: Int, time: Duration, runningThreads: Int) {
    let figures = crt_search_figures_of(search)
    return (
      Int(figures.blocks), .nanoseconds(Int64(figures.nanoseconds)), Int(figures.running_threads)
    )
  }
}

/// Why the process cannot be searched, or an answer cannot be had.
struct ProcessCopyError: Error {
  /// One sentence part.
  let reason: String

  init(reason: String) {
    self.reason = reason
  }

  init(_ status: crt_search_status) {
    reason =
      switch status {
      case CRT_SEARCH_UNKNOWN_ALLOCATOR:
        "the search for the holder needs glibc's malloc, in a version whose layout the kit knows"
      case CRT_SEARCH_REFUSED: "the system did not let the process be copied for the search"
      case CRT_SEARCH_TORN: "the allocator was at work whenever the process was copied"
      case CRT_SEARCH_LATE: "the search for roots took too long"
      case CRT_SEARCH_TOO_LARGE: "there is no room for what the search found"
      default: "the search for roots ended unexpectedly"
      }
  }
}

// MARK: - Questions

extension ProcessCopy {
  /// A word on a way, and the block that it is in; for the first, none.
  struct Step {
    var slot: UInt
    var block: UInt
    var word: UInt
    var isMaybe: Bool

    fileprivate init(_ step: crt_step) {
      slot = step.slot
      block = step.block
      word = step.word
      isMaybe = step.is_maybe
    }
  }

  /// Follows the references from the roots that were told, and says how each of `targets` is reached, by the `CRT_REACHED_…`
  /// of the search; and how many are reached maybe.
  ///
  /// - Parameter targets: Masked addresses, perhaps a million.
  func mark(_ targets: [UInt]) throws(ProcessCopyError) -> (reached: [UInt8], doubtful: Int) {
    var reached = [UInt8](repeating: 0, count: targets.count)
    var doubtful = 0
    try check(crt_search_mark(search, targets, targets.count, &reached, &doubtful))
    return (reached, doubtful)
  }

  /// The ways from roots to `targets`, which were reached. The root's word comes first.
  ///
  /// - Parameter targets: Masked addresses.
  func ways(to targets: [UInt]) throws(ProcessCopyError) -> [[Step]] {
    var ways: [[Step]] = []
    ways.reserveCapacity(targets.count)
    var found = crt_ways()
    while ways.count < targets.count {
      let rest = Array(targets[ways.count...])
      try check(crt_search_ways(search, rest, rest.count, &found))
      var steps = found.steps
      for length in UnsafeBufferPointer(start: found.lengths, count: found.count) {
        ways.append(UnsafeBufferPointer(start: steps, count: length).map(Step.init))
        steps = steps.map { $0 + length }
      }
    }
    return ways
  }

  /// The block that the long ways to several of `targets` have in common, for each; `nil` where the way is not long.
  ///
  /// - Parameter targets: Masked addresses.
  func trunks(ofWaysTo targets: [UInt]) throws(ProcessCopyError) -> [UInt?] {
    if targets.isEmpty { return [] }
    var trunks: UnsafePointer<UInt>?
    try check(crt_search_trunks(search, targets, targets.count, &trunks))
    return UnsafeBufferPointer(start: trunks, count: targets.count).map { $0 == 0 ? nil : $0 }
  }

  /// The words on the ways to `targets` that are references only as a value has it; each once.
  func doubts(onWaysTo targets: [UInt]) throws(ProcessCopyError) -> [Step] {
    var steps: UnsafePointer<crt_step>?
    var count = 0
    try check(crt_search_doubts(search, targets, targets.count, &steps, &count))
    return UnsafeBufferPointer(start: steps, count: count).map(Step.init)
  }

  /// What leads by strong references to `targets`, which are the first nodes: those that are blocks of the heap, in their
  /// order and each once.
  func owners(of targets: [UInt]) throws(ProcessCopyError) -> OwnerGraph {
    var found = crt_referrers()
    try check(crt_search_referrers(search, targets, targets.count, &found))
    if found.is_cut { throw ProcessCopyError(CRT_SEARCH_TOO_LARGE) }
    var nodes = UnsafeBufferPointer(start: found.nodes, count: found.node_count).map {
      OwnerGraph.Node(
        address: $0.block, isa: $0.isa, retains: $0.retains < 0 ? nil : Int($0.retains),
        references: Int($0.references), isReached: $0.reached != CRT_REACHED_NOT,
        isReachedPerhaps: $0.reached == CRT_REACHED_MAYBE)
    }
    var edges = Array(UnsafeBufferPointer(start: found.edges, count: found.edge_count))
    let denied = denied(among: edges, of: nodes)
    for node in denied.values { nodes[node].references -= 1 }
    if !denied.isEmpty { edges.removeAll { denied[$0.slot] != nil } }
    return OwnerGraph(
      nodes: nodes,
      edges: edges.map {
        OwnerGraph.Edge(source: Int($0.source), target: Int($0.target), slot: $0.slot)
      }
    ).withoutRefutedEdges()
  }

  /// Those of `edges`, by their places, that are none as the values say that they stand in, and the node that each leads to:
  /// where a value has no reference, what was there before may have been one.
  ///
  /// The values are read in the process. What has changed there since the copy was made denies nothing.
  private func denied(among edges: [crt_edge], of nodes: [OwnerGraph.Node]) -> [UInt: Int] {
    let doubtful = Dictionary(grouping: edges.lazy.filter(\.is_maybe), by: \.source)
    if doubtful.isEmpty { return [:] }
    let denied = MemoryGuard.reading { () -> [UInt: Int]? in
      var denied: [UInt: Int] = [:]
      for (source, edges) in doubtful {
        let block = nodes[Int(source)].address
        guard isAsBefore(block), let (references, isWhole) = references(ofObjectAt: block), isWhole,
          isAsBefore(block)
        else { continue }
        for edge in edges where !references.contains(nodes[Int(edge.target)].address) {
          denied[edge.slot] = Int(edge.target)
        }
      }
      return denied
    }
    return denied ?? [:]
  }

  /// Whether the beginning of the block has the words in the process that it has in the copy.
  private func isAsBefore(_ block: UInt) -> Bool {
    let size = min(UInt(compiler.map.blockSize(at: Address(block))), 4096)
    return stride(from: 0, to: size & ~7, by: 8).allSatisfy {
      // Counts change.
      $0 == 8 || Address(block + $0).word() == word(at: block + $0)
    }
  }

  /// The objects to which the one at `block` has strong references in the process, of those grades, and whether all its values
  /// could be read; `nil` where there is no object any more.
  func references(
    ofObjectAt block: UInt, where isMeant: (EvidenceGrade) -> Bool = { _ in true }
  ) -> (targets: Set<UInt>, isWhole: Bool)? {
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    guard walk.isHeapObject(Address(block)) else { return nil }
    let references = walk.references(ofObjectAt: Address(block))
    let meant = references.filter { isMeant($0.reference.confidence.grade) }
    return (Set(meant.map(\.target.bits)), walk.isWhole)
  }

  /// Whether the object at `block` has the task at `task` by handles alone: those cancel it, and resume nothing.
  func hasOnlyHandles(ofTaskAt task: UInt, in block: UInt) -> Bool {
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    guard walk.isHeapObject(Address(block)) else { return false }
    let references = walk.references(ofObjectAt: Address(block)).filter { $0.target.bits == task }
    return walk.isWhole && !references.isEmpty
      && references.allSatisfy { compiler.tables.labels[Int($0.reference.label)].isTaskHandle }
  }

  /// The words that are the addresses of `targets`, in places that have no type.
  func words(leadingTo targets: [UInt]) throws(ProcessCopyError) -> [Hit] {
    var hits: UnsafePointer<crt_hit>?
    var count = 0
    let status = crt_search_words(search, targets, targets.count, &hits, &count)
    if status == CRT_SEARCH_TOO_LARGE, targets.count > 1 {
      let middle = targets.count / 2
      return try words(leadingTo: Array(targets[..<middle]))
        + words(leadingTo: Array(targets[middle...]))
    }
    try check(status)
    return UnsafeBufferPointer(start: hits, count: count).map(Hit.init)
  }

  /// The memory that the frames of tasks' functions are in, task by task as far as it is not in another's.
  func slabs() throws(ProcessCopyError) -> UnsafeBufferPointer<crt_slab> {
    var slabs: UnsafePointer<crt_slab>?
    var count = 0
    try check(crt_search_slabs(search, compiler.symbols.task.bits, &slabs, &count))
    return UnsafeBufferPointer(start: slabs, count: count)
  }

  /// The bytes of the copy from `address` on; `nil` where they cannot be read.
  func bytes(at address: UInt, count: Int) -> [UInt8]? {
    var isRead = false
    let bytes = [UInt8](room: count) { buffer, initialized in
      isRead = crt_search_read(search, address, buffer.baseAddress, count)
      initialized = isRead ? count : 0
    }
    return isRead ? bytes : nil
  }

  /// The word at `address`; `nil` where it cannot be read.
  func word(at address: UInt) -> UInt? { memory.word(at: address) }

  private func check(_ status: crt_search_status) throws(ProcessCopyError) {
    guard status == CRT_SEARCH_DONE else { throw ProcessCopyError(status) }
  }
}

extension ProcessCopy {
  /// A word that is the address of an object, in a place without a type.
  struct Hit: Hashable {
    enum Place: Hashable {
      case program, library, runtime
      case stack(thread: Int)
      case threadLocal(thread: Int)
      case threadValue(thread: Int)
      case block, taskFrame
      case mapping
    }

    var slot: UInt
    /// The object's address.
    var target: UInt
    /// The block that the word is in, or 0.
    var block: UInt
    var place: Place

    fileprivate init(_ hit: crt_hit) {
      slot = hit.slot
      target = hit.target
      block = hit.block
      let thread = Int(hit.thread)
      place =
        switch hit.place {
        case CRT_PLACE_PROGRAM: .program
        case CRT_PLACE_LIBRARY: .library
        case CRT_PLACE_RUNTIME: .runtime
        case CRT_PLACE_STACK: .stack(thread: thread)
        case CRT_PLACE_THREAD_LOCAL: .threadLocal(thread: thread)
        case CRT_PLACE_THREAD_VALUE: .threadValue(thread: thread)
        case CRT_PLACE_TASK_FRAME: .taskFrame
        case CRT_PLACE_MAPPING: .mapping
        default: .block
        }
    }
  }
}
