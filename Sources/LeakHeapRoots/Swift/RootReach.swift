import CLeakHeapRoots
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// Finds out what the typed variables of the program reach, in a copy of the process.
struct RootReach {
  let copy: ProcessCopy
  let globals: GlobalVariables
  /// Whether variables of which the type does not say what they are count as well.
  private let countsOpenData: Bool

  init(
    _ copy: ProcessCopy, _ globals: GlobalVariables, countingOpenData countsOpenData: Bool = false
  ) {
    self.copy = copy
    self.globals = globals
    self.countsOpenData = countsOpenData
  }

  /// How often what a value denies is left out, and the rest followed again. Each time something is denied for good.
  private static let mostPasses = 16

  /// A 1 for each of `targets`, masked addresses, that is reached surely.
  func mark(_ targets: [UInt]) throws(ProcessCopyError) -> [UInt8] {
    addRoots()
    return try markAgain(targets)
  }

  /// The same, where the copy has been told of the roots.
  func markAgain(_ targets: [UInt]) throws(ProcessCopyError) -> [UInt8] {
    for _ in 0..<Self.mostPasses {
      let (reached, doubtful) = try copy.mark(targets)
      if doubtful == 0 { return reached }
      let doubts = zip(targets, reached).filter { $1 == Self.maybe }.map(\.0)
      // Where nothing is to be denied, the doubtful ones are references.
      if try !deny(copy.doubts(onWaysTo: doubts)) { return reached.map { min($0, 1) } }
    }
    return try copy.mark(targets).reached.map { $0 == Self.maybe ? 0 : $0 }
  }

  /// What leads by strong references to `targets`, masked addresses, up to what is reached. In the memory of a finished task are
  /// words that are left from before: by these whoever has the task does not reach what is there now.
  func owners(of targets: [UInt]) throws(ProcessCopyError) -> OwnerGraph {
    for _ in 0..<Self.mostPasses {
      let graph = try copy.owners(of: targets)
      let doubtful = graph.nodes.filter(\.isReachedPerhaps).map(\.address.masked)
      if doubtful.isEmpty { return graph }
      let areReached = try markAgain(doubtful)
      if !areReached.contains(0) { return graph }
    }
    return try copy.owners(of: targets)
  }

  private static let maybe = UInt8(CRT_REACHED_MAYBE)

  /// Tells the copy which words of variables are strong references.
  private func addRoots() {
    var open: [UInt: [UInt]] = [:]
    for index in 0..<crt_search_candidate_count(copy.search) {
      let candidate = crt_search_candidate(copy.search, index)
      if candidate.is_memory {
        addRoots(inBox: candidate)
        continue
      }
      let word = globals.word(at: candidate.slot, compiler: copy.compiler)
      guard word.grade.excuses || countsOpenData && word.grade.isNamed else { continue }
      if case .unknownReference? = word.value {
        open[candidate.word, default: []].append(candidate.slot)
        continue
      }
      if let value = word.value, !refers(value, to: candidate.word),
        !countsOpenData || !mayRefer(value, candidate)
      {
        continue
      }
      crt_search_add_root(copy.search, candidate.slot)
    }
    // A weak reference is the address of a side table, and not the object's.
    for word in OwnUnowned.areAll(at: Set(open.keys)) {
      for slot in open[word, default: []] { crt_search_add_root(copy.search, slot) }
    }
    for slot in copy.threadDictionaries.keys { crt_search_add_root(copy.search, slot) }
  }

  /// Tells the copy which words are strong references of the value for which a variable has no room, if there is one in memory of its own.
  private func addRoots(inBox candidate: crt_candidate) {
    let slots = globals.slots(
      ofBoxAt: candidate.word, of: candidate.slot, compiler: copy.compiler)
    for slot in slots {
      let word = globals.word(at: slot, compiler: copy.compiler)
      guard let value = word.value, let target = copy.word(at: slot), refers(value, to: target)
      else { continue }
      crt_search_add_root(copy.search, slot)
    }
  }

  /// Whether what is in a variable has a strong reference to `word`.
  private func refers(_ value: GlobalVariables.Value, to word: UInt) -> Bool {
    let target = word & Processor.pointerBits
    switch value {
    case .unknownReference: return false
    case .object(let address):
      return [address, address + GlobalVariables.staticObjectHeader]
        .contains { references(ofObjectAt: $0).contains(target) }
    case .variable(let plan, let address):
      var walk = HeapWalk(compiler: copy.compiler)
      defer { walk.deallocate() }
      return walk.references(ofValueAt: Address(address), plan: plan).contains(target)
    }
  }

  /// Whether the type of the variable does not say of the word what it is, in the case that the value has.
  private func mayRefer(_ value: GlobalVariables.Value, _ candidate: crt_candidate) -> Bool {
    guard case .variable(let plan, let address) = value else { return false }
    return copy.grade(
      ofWordAt: candidate.slot, target: candidate.word & Processor.pointerBits,
      of: ProcessCopy.Value(address, plan, in: copy.compiler.tables)) == .mayOwn
  }

  /// Denies those of the words that are no references as the values are; false when all are.
  private func deny(_ doubts: [ProcessCopy.Step]) throws(ProcessCopyError) -> Bool {
    var hasDenied = false
    for (block, steps) in Dictionary(grouping: doubts, by: \.block) {
      let references = references(ofObjectAt: block)
      for step in steps where !references.contains(step.word & Processor.pointerBits) {
        crt_search_deny(copy.search, step.slot)
        hasDenied = true
      }
    }
    return hasDenied
  }

  /// What the object at `block` is known to refer to, as its values say.
  private func references(ofObjectAt block: UInt) -> Set<UInt> {
    copy.references(ofObjectAt: block, where: \.provesLeak)?.targets ?? []
  }
}
