import CRuntime
import HeapModel

/// Reads what the places of a copy are: whose memory it is, and how much a word there says.
final class PlaceReader {
  let copy: ProcessCopy
  private let globals: GlobalVariables
  private var threads: [Int: CopiedThread] = [:]

  /// A place without a type, or work that waits.
  struct Place {
    var root = Root.mapping
    var grade = EvidenceGrade.mayOwn
    /// Whether it is there for longer than a test.
    var outlivesTest = false
    /// How much the place says: the less, the more.
    var rank: Int
  }

  init(_ copy: ProcessCopy, _ globals: GlobalVariables) {
    self.copy = copy
    self.globals = globals
  }

  /// The type of the object at `block`; `nil` for memory without one.
  func type(of block: UInt) -> HeapObjectType? {
    guard let isa = copy.word(at: block) else { return nil }
    let shape = copy.compiler.shape(of: Address(isa))
    return shape == copy.compiler.unknownShape ? nil : copy.compiler.tables.types[Int(shape)]
  }

  /// Whether the words of the block have types.
  func isTyped(_ block: UInt) -> Bool { type(of: block).map { $0.kind != .unread } ?? false }

  /// The block that a word is in, if something is to be asked about that.
  func blockToAsk(_ hit: ProcessCopy.Hit) -> UInt? {
    hit.block == 0 || work(at: hit.block) != nil ? nil : hit.block
  }

  /// The variable at `slot`, as a root.
  func root(atVariable slot: UInt) -> Root {
    .program(symbol: globals.word(at: slot, compiler: copy.compiler).symbol)
  }

  // MARK: Words

  /// What a word without a type says.
  func place(of hit: ProcessCopy.Hit) -> Place {
    switch hit.place {
    case .program:
      let word = globals.word(at: hit.slot, compiler: copy.compiler)
      return Place(
        root: .program(symbol: word.symbol), grade: max(word.grade, .mayOwn), outlivesTest: true,
        rank: 30)
    case .library, .runtime: return libraryPlace(hit)
    case .stack(let thread): return stackPlace(hit, on: self.thread(thread))
    case .threadLocal(let thread), .threadValue(let thread):
      return Place(root: .threadLocal(self.thread(thread).thread), outlivesTest: true, rank: 32)
    case .taskFrame: return Place(rank: 15)
    case .block: return blockPlace(hit)
    case .object: return Place(grade: .neverOwns, rank: 99)
    case .mapping: return Place(rank: 40)
    }
  }

  private func libraryPlace(_ hit: ProcessCopy.Hit) -> Place {
    let symbol = Symbolizer.symbol(at: hit.slot)
    let root = Root.library(symbol: symbol, image: LoadedImage(at: hit.slot)?.fileName)
    if symbol == "_dispatch_main_q" || symbol == "_dispatch_root_queues" {
      return Place(root: root, grade: .typedReference, rank: 6)
    }
    return Place(root: root, outlivesTest: true, rank: 31)
  }

  private func blockPlace(_ hit: ProcessCopy.Hit) -> Place {
    if isTask(hit.block) {
      let isClosure = CopiedTask(at: hit.block, in: copy)?.isClosure(at: hit.slot) ?? false
      return Place(grade: isClosure ? .typedReference : .mayOwn, rank: isClosure ? 8 : 16)
    }
    let isWork = DispatchStructures(copy: copy).keeps(hit.target, at: hit.slot, of: hit.block)
    return Place(grade: isWork ? .typedReference : .mayOwn, rank: isWork ? 8 : 25)
  }

  func isTask(_ block: UInt) -> Bool { copy.word(at: block) == copy.compiler.symbols.task.bits }

  // MARK: Threads

  private func thread(_ index: Int) -> CopiedThread {
    if let known = threads[index] { return known }
    let thread = CopiedThread(index, in: copy)
    threads[index] = thread
    return thread
  }

  private func stackPlace(_ hit: ProcessCopy.Hit, on thread: CopiedThread) -> Place {
    guard let position = thread.frame(at: hit.slot) else {
      return Place(root: .stack(thread.thread, frames: []), rank: 35)
    }
    if thread.isIdle { return Place(grade: .neverOwns, rank: 99) }
    guard let function = thread.programFrame(under: position) else {
      return Place(root: .stack(thread.thread, frames: []), rank: 34)
    }
    let codes = thread.frames[function...].map { $0.code &+ 1 }
    let isRunning = function < position && runs(hit.target, thread.frames[function])
    return Place(
      root: .stack(thread.thread, frames: codes), grade: isRunning ? .typedReference : .mayOwn,
      rank: isRunning ? 7 : function == position ? 20 : 21)
  }

  /// Whether the function of `frame` is the body of the closure whose block is at `block`: whoever called it has the block.
  private func runs(_ block: UInt, _ frame: CopiedThread.Frame) -> Bool {
    guard copy.word(at: block) == copy.compiler.symbols.mallocBlock.bits,
      let code = copy.word(at: block + 32),
      let closure = Symbolizer.shared.functionName(at: code),
      let running = Symbolizer.shared.functionName(at: frame.code)
    else { return false }
    return closure.text == running.text
  }

  // MARK: Work

  /// Work that waits to be done, or is being done, if `block` is such.
  func work(at block: UInt) -> Place? {
    guard let type = type(of: block) else {
      switch DispatchStructures(copy: copy).kind(of: block) {
      case .source, .queue, .group:
        return Place(root: .object, grade: .typedReference, rank: 4)
      case .other: return nil
      }
    }
    if type.kind == .task { return Place(root: .object, grade: .typedReference, rank: 5) }
    if Self.work.contains(type.name) || type.superclasses.contains(where: Self.work.contains) {
      return Place(root: .object, grade: .typedReference, rank: 3)
    }
    return nil
  }

  /// The system's classes whose objects are such work, or keep it.
  private static let work: Set<String> = [
    "Foundation.Timer", "Foundation.Operation", "Foundation.OperationQueue",
    "FoundationEssentials.NotificationCenter", "Foundation.NotificationCenter",
    "FoundationNetworking.URLSessionTask", "FoundationNetworking.URLSession",
    "FoundationNetworking.URLSession._TaskRegistry",
  ]
}
