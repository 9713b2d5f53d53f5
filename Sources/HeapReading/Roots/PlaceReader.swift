import CRuntime
import HeapModel

/// Reads what the places of a copy are: whose memory it is, and how much a word there says.
final class PlaceReader {
  let copy: ProcessCopy
  private let globals: GlobalVariables
  private var typed: [UInt: Bool] = [:]

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
    case .library, .runtime:
      return Place(
        root: .library(
          symbol: Symbolizer.symbol(at: hit.slot), image: LoadedImage(at: hit.slot)?.fileName),
        outlivesTest: true, rank: 31)
    case .stack(let thread):
      return Place(root: .stack(self.thread(thread), frames: []), rank: 20)
    case .threadLocal(let thread), .threadValue(let thread):
      return Place(root: .threadLocal(self.thread(thread)), outlivesTest: true, rank: 32)
    case .taskFrame: return Place(rank: 15)
    case .block: return Place(rank: 25)
    case .object: return Place(grade: .neverOwns, rank: 99)
    case .mapping: return Place(rank: 40)
    }
  }

  private func thread(_ index: Int) -> RootThread {
    let thread = crt_search_thread(copy.search, index)
    let name = withUnsafeBytes(of: thread.name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return RootThread(name: name, isMain: thread.is_main)
  }

  // MARK: Work

  /// Work that waits to be done, or is being done, if `block` is such.
  func work(at block: UInt) -> Place? {
    guard let type = type(of: block) else { return nil }
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
