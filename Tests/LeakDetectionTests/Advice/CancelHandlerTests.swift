import Dispatch
import LeakHeapModel
import LeakHeapRoots
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is said of a source's cancel handler: where it runs because its owner ends, a weak reference to that is empty.
@Suite(.slow) struct CancelHandlerTests {
  /// A source whose handler captures its owner.
  private static func path(_ handler: DispatchHandler?) -> RetainPath? {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Reader")
    let source = heap.instance("Dispatch.DispatchSource")
    let closure = heap.function("closure #1 in Reader.start()", in: "Reader")
    heap.refer(owner, to: source, .property("source"))
    heap.refer(source, to: owner, .property("handler"), function: closure)
    if let handler { heap.handle(owner, as: handler) }
    return heap.path()
  }

  private static let onCancelling =
    "Or cancel() the source: only then, and only when it is not suspended, does it free its handlers."

  @Test func `The cancel handler is to capture what it ends`() throws {
    let path = try #require(Self.path(.cancel))
    #expect(
      path.advice
        == "Let closure #1 in Reader.start() capture what it ends and not self: with a weak capture it would do nothing when self has gone. \(Self.onCancelling)"
    )
    #expect(path.pattern == "dispatch-source-handler")
    #expect(path.remedy?.action == .rewrite)
  }

  @Test(arguments: [.event, .registration] as [DispatchHandler])
  func `Another handler captures its owner weakly`(_ handler: DispatchHandler) throws {
    let path = try #require(Self.path(handler))
    #expect(
      path.advice
        == "Try [weak self] in closure #1 in Reader.start(). \(Self.onCancelling) If a closure nested inside it says [weak self], move that capture list out here."
    )
    #expect(path.pattern == "dispatch-source-handler")
  }

  @Test func `Of a handler that is not known both are told`() throws {
    let path = try #require(Self.path(nil))
    #expect(
      path.advice
        == "If closure #1 in Reader.start() is the cancel handler of the source, let it capture what it ends and not self: with a weak capture it would do nothing when self has gone. If it is another handler, try [weak self]. \(Self.onCancelling)"
    )
    #expect(path.remedy?.action == .rewrite)
  }

  private final class Pipe: @unchecked Sendable {
    private(set) var isOpen = true
    func close() { isOpen = false }
  }

  private final class Reader: @unchecked Sendable {
    let pipe = Pipe()
    private var source: (any DispatchSourceUserDataAdd)?

    func start(_ handler: DispatchHandler) {
      switch handler {
      case .cancel: run(onCancel: { self.pipe.close() })
      case .event: run(onEvent: { self.pipe.close() })
      case .registration: break
      }
    }

    func startForgetting() {
      run(onCancel: { self.source = nil })
    }

    /// The handlers run on it, and the end: they set the same property.
    private let queue = DispatchQueue(label: "reader")

    private func run(
      onEvent: @escaping @Sendable () -> Void = {}, onCancel: @escaping @Sendable () -> Void = {}
    ) {
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      source.setEventHandler(handler: onEvent)
      source.setCancelHandler(handler: onCancel)
      source.activate()
      self.source = source
    }

    func end() {
      queue.sync {
        source?.cancel()
        source = nil
      }
    }
  }

  /// What is found of a reader, which ends afterwards.
  private static func found(_ start: (Reader) -> Void) async -> RetainPath? {
    // A check that has no time to find it tells none, by chance, and hardly three times.
    for _ in 0..<3 {
      if let path = await foundAtOnce(start) { return path }
    }
    return nil
  }

  private static func foundAtOnce(_ start: (Reader) -> Void) async -> RetainPath? {
    weak var reader: Reader?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let made = Reader()
      start(made)
      reader = made
      return made
    }
    reader?.end()
    return report.leaks.first?.path
  }

  @Test(.disabled(if: isOptimized, "lines are those of an unoptimised build"))
  func `The source of Dispatch tells which of its handlers it is`() async throws {
    let onCancel = try #require(await Self.found { $0.start(.cancel) })
    #expect(
      onCancel.advice
        == "Let the closure at CancelHandlerTests.swift:67 capture what it ends, [pipe], and not self: with a weak capture it would do nothing when self has gone. \(Self.onCancelling)"
    )
    #expect(onCancel.edits == [])
    let onEvent = try #require(await Self.found { $0.start(.event) })
    #expect(
      onEvent.advice
        == "Try [weak self] in the closure at CancelHandlerTests.swift:68. \(Self.onCancelling)")
    #expect(
      onEvent.edits.map(\.replacement) == [
        " [weak self] in", "guard let self else { return }; ",
      ])
    // When the owner has gone, there is nothing to forget.
    let onForgetting = try #require(await Self.found { $0.startForgetting() })
    #expect(
      onForgetting.advice
        == "Try [weak self] in the closure at CancelHandlerTests.swift:74. \(Self.onCancelling)")
    #expect(onForgetting.edits.map(\.replacement).first == " [weak self] in")
  }

  @Test(
    arguments: [
      ("source.setCancelHandler { self.a() }", "setCancelHandler"),
      ("source.setCancelHandler(handler: { self.a() })", "setCancelHandler"),
      ("source.setEventHandler(qos: .utility, flags: []) { self.a() }", "setEventHandler"),
      ("load(b) { c() } onEnd: { self.a() }", "load"), ("Task<Int, Never> { self.a() }", "Task"),
      ("b?.each { self.a() }", "each"), ("a = { self.a() }", nil), ("return { self.a() }", nil),
      ("a = b ?? { self.a() }", nil), ("b ? { self.a() } : nil", nil), ("b? { self.a() }", "?"),
      ("b(c)! { self.a() }", "!"), ("a = try? { self.a() }", nil),
      ("a = b < c |> { self.a() }", nil), ("0..<9 > { self.a() }", nil),
      ("Task<Int?, Never> { self.a() }", "Task"), ("Task<Int, Error?> { self.a() }", "Task"),
      ("Task<(Int) -> Int, Never> { self.a() }", "Task"),
      ("Signal<Int?>(a) { self.a() }", "Signal"),
      ("[b: { self.a() }]", nil), ("f([b, { self.a() }])", nil), ("(b, { self.a() })", nil),
    ] as [(String, String?)])
  func `What a closure is handed to`(text: String, callee: String?) {
    let tokens = SwiftTokens(text).tokens
    let brace = tokens.lastIndex { $0.text == "{" }
    #expect(brace.flatMap(tokens.callee).map { tokens[$0].text } == callee)
  }

  /// What a cancel handler may do with `self`: whether that is nothing but changes of its own state, and the constants that it uses.
  @Test(
    arguments: [
      ("self.source = nil", true, nil), ("self.count += 1", true, nil),
      ("self.source = nil\n self.count -= 1; count = 2", true, nil),
      ("self.source = nil; close(fd)", false, nil), ("self.source = self.other", false, nil),
      ("self.isOpen = false", false, nil), ("self.level = 1", false, nil),
      ("self.pipe.isOpen = false", false, ["pipe"]), ("self.count == 1", false, nil),
      ("if self.count == 1 { self.count = 2 }", false, nil), ("count = 1", nil, nil),
      ("self.pipe.close(); self.log.end()", false, ["pipe", "log"]),
      ("self.sources.removeAll()", false, nil), ("self.pipe.close(); self.stop()", false, nil),
      ("self.inherited.close()", false, nil),
    ] as [(String, Bool?, [String]?)])
  func `What is done with the owner`(body: String, isOwnState: Bool?, members: [String]?) {
    let source = SourceFiles.Source(
      sketch: """
        final class A {
          let pipe = Pipe()
          let log: Log
          var source: (any S)?
          var sources: [any S] = []
          var count = 0
          var isOpen = true { didSet { end() } }
          var level: Int { get { 1 } set { end() } }
          func f() { source.setCancelHandler { \(body) } }
        }
        """)
    let closure = ClosureEdit(source, line: 9, depth: 1, using: "self")
    #expect(closure?.changesOwnStateAlone == isOwnState)
    #expect(closure?.membersUsed == members)
  }
}
