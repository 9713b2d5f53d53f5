/// Closures that capture other objects than self.
extension Snippet {
  static let capturedObjects = [
    LocalConstant.snippet, LocalVariable.snippet, LocalOptional.snippet, EarlyVariable.snippet,
    LateVariable.snippet, SharedVariable.snippet, RecursiveClosure.snippet,
    RecursiveSum.snippet,
    FunctionParameter.snippet, UnwrappedObject.snippet, LoopVariable.snippet,
    SelfAndAnother.snippet, TwoLocals.snippet, StructWithObject.snippet, TupleWithObject.snippet,
    ArrayWithObject.snippet,
  ]
}

enum LocalConstant {
  final class Player {
    var onFinish: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func rewind() { log.note("rewound") }
  }

  static let snippet = Snippet("local constant") { log in
    let player = Player(log)
    player.onFinish = { [weak player] in
      guard let player else { return }
      player.rewind()
    }
    player.onFinish?()
    return player
  }
}

enum LocalVariable {
  final class Player {
    var onFinish: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func rewind() { log.note("rewound") }
  }

  static func makePlayer(_ log: Log, isLooping: Bool) -> Player {
    var player = Player(log)
    if !isLooping { player = Player(log) }
    player.onFinish = { [weak player] in player?.rewind() }
    return player
  }

  // The variable is shared with the closure, and may be another object later.
  static let snippet = Snippet("local variable", expects: .sentence) { log in
    let player = makePlayer(log, isLooping: true)
    player.onFinish?()
    return player
  }
}

enum LocalOptional {
  final class Player {
    var onFinish: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func rewind() { log.note("rewound") }
  }

  static func makePlayer(_ log: Log, isEnabled: Bool) -> Player? {
    let player = isEnabled ? Player(log) : nil
    player?.onFinish = { [weak player] in player?.rewind() }
    return player
  }

  static let snippet = Snippet("local optional") { log in
    let player = makePlayer(log, isEnabled: true)
    player?.onFinish?()
    return player ?? Player(log)
  }
}

enum LateVariable {
  final class Token {
    private let handler: () -> Void

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    func fire() { handler() }
    func cancel(_ log: Log) { log.note("cancelled") }
  }

  static func once(_ log: Log) -> Token {
    weak var token: Token?
    let registered = Token { token?.cancel(log) }
    token = registered
    return registered
  }

  // A weak capture would have the value from before the token was made.
  static let snippet = Snippet("variable that is set later") { log in
    let token = once(log)
    token.fire()
    return token
  }
}

enum EarlyVariable {
  final class Player {
    var onFinish: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func rewind() { log.note("rewound") }
  }

  static func makePlayer(_ log: Log, isLooping: Bool) -> Player {
    var player: Player?
    player = Player(log)
    player?.onFinish = { [weak player] in player?.rewind() }
    if isLooping { player?.onFinish?() }
    return player ?? Player(log)
  }

  static let snippet = Snippet("optional variable that was set before") { log in
    makePlayer(log, isLooping: true)
  }
}

enum SharedVariable {
  final class Token {
    var onEvent: (() -> Void)?
    var onEnd: (() -> Void)?

    func cancel(_ log: Log) { log.note("cancelled") }
  }

  static func once(_ log: Log) -> Token {
    weak var token: Token?
    let registered = Token()
    registered.onEvent = { token?.cancel(log) }
    registered.onEnd = { token?.cancel(log) }
    token = registered
    return registered
  }

  // A weak capture in one of the closures would not do.
  static let snippet = Snippet("variable of two closures") { log in
    let token = once(log)
    token.onEvent?()
    token.onEnd?()
    return token
  }
}

enum RecursiveClosure {
  final class Folder {
    var children: [Folder] = []
    let log: Log

    init(_ log: Log) { self.log = log }
  }

  static func visitor(_ root: Folder) -> (Folder) -> Void {
    
    // Every folder below, too.
    func visit(_ folder: Folder) -> Void {
      root.log.note("visited")
      for child in folder.children {
        visit(child)
      }
    }
    visit(root)
    return visit
  }

  static let snippet = Snippet("closure that calls itself") { log in
    let root = Folder(log)
    root.children.append(Folder(log))
    let visit = visitor(root)
    visit(root.children[0])
    return root
  }
}

enum RecursiveSum {
  final class Known {
    let log: Log

    init(_ log: Log) { self.log = log }
  }

  static func sums(_ known: Known) -> (Int, [Int]) -> Int {
    func sum(_ start: Int, _ rest: [Int]) -> Int {
      guard let first = rest.first else { return start }
      known.log.note("\(first)")
      return sum(start + first, Array(rest.dropFirst()))
    }
    return sum
  }

  static let snippet = Snippet("closure with two parameters that calls itself") { log in
    let known = Known(log)
    log.note("\(sums(known)(0, [1, 2, 3]))")
    return known
  }
}

enum FunctionParameter {
  final class Cell {
    var onTap: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func highlight() { log.note("highlighted") }
  }

  static func bind(_ cell: Cell, times: Int) {
    cell.onTap = { [weak cell] in
      guard let cell else { return }
      for _ in 0..<times { cell.highlight() }
    }
  }

  static let snippet = Snippet("parameter of a function") { log in
    let cell = Cell(log)
    bind(cell, times: 2)
    cell.onTap?()
    return cell
  }
}

enum UnwrappedObject {
  final class View {
    var onLayout: ((Int) -> Void)?
    var width = 0
    let log: Log

    init(_ log: Log) { self.log = log }
  }

  final class Window {
    var content: View?

    func observe() {
      guard let content else { return }
      content.onLayout = { [weak content] width in
        guard let content else { return }
        content.width = width
        content.log.note("width \(width)")
      }
    }
  }

  static let snippet = Snippet("object from a guard") { log in
    let window = Window()
    window.content = View(log)
    window.observe()
    window.content?.onLayout?(320)
    return window
  }
}

enum LoopVariable {
  final class Row {
    let number: Int
    var onSelect: ((Bool) -> Void)?
    let log: Log

    init(_ number: Int, _ log: Log) {
      self.number = number
      self.log = log
    }

    func mark() { log.note("marked \(number)") }
  }

  final class List {
    var rows: [Row] = []

    func bind() {
      for row in rows {
        row.onSelect = { [weak row] isSelected in guard let row else { return }; if isSelected { row.mark() } }
      }
    }
  }

  static let snippet = Snippet("variable of a loop") { log in
    let list = List()
    list.rows = [Row(1, log), Row(2, log)]
    list.bind()
    for row in list.rows { row.onSelect?(true) }
    return list
  }
}

enum SelfAndAnother {
  final class Panel {
    var onClose: (() -> Void)?
    var isOpen = true
  }

  final class Controller {
    private var panels: [Panel] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() -> Panel {
      let panel = Panel()
      panel.onClose = { [weak panel, weak self] in
        guard let panel, let self else { return }
        panel.isOpen = false
        self.log.note("closed, open: \(panel.isOpen)")
      }
      panels.append(panel)
      return panel
    }
  }

  static let snippet = Snippet("self and another object") { log in
    let controller = Controller(log)
    controller.open().onClose?()
    return controller
  }
}

enum TwoLocals {
  final class Peer {
    var onMessage: ((String) -> Void)?
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    func receive(_ text: String) { log.note("\(name) \(text)") }
  }

  final class Call {
    let caller: Peer
    let callee: Peer

    init(_ log: Log) {
      caller = Peer("caller", log)
      callee = Peer("callee", log)
    }

    static func connect(_ log: Log) -> Call {
      let call = Call(log)
      let caller = call.caller
      let callee = call.callee
      caller.onMessage = { [weak callee] text in callee?.receive(text) }
      callee.onMessage = { text in caller.receive(text) }
      return call
    }
  }

  static let snippet = Snippet("two objects whose closures capture each other") { log in
    let call = Call.connect(log)
    call.caller.onMessage?("hello")
    call.callee.onMessage?("hi")
    return call
  }
}

enum StructWithObject {
  final class View {
    var onDraw: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func draw(_ scale: Int) { log.note("drawn \(scale)") }
  }

  struct Context {
    var view: View
    var scale: Int
  }

  static func bind(_ view: View) {
    let context = Context(view: view, scale: 2)
    view.onDraw = { [weak view = context.view, scale = context.scale] in view?.draw(scale) }
  }

  static let snippet = Snippet("struct with an object") { log in
    let view = View(log)
    bind(view)
    view.onDraw?()
    return view
  }
}

enum TupleWithObject {
  final class View {
    var onDraw: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func draw(_ scale: Int) { log.note("drawn \(scale)") }
  }

  static func bind(_ view: View) {
    let context = (view: view, scale: 2)
    view.onDraw = { context.view.draw(context.scale) }
  }

  static let snippet = Snippet("tuple with an object", expects: .sentence) { log in
    let view = View(log)
    bind(view)
    view.onDraw?()
    return view
  }
}

enum ArrayWithObject {
  final class View {
    var onDraw: (() -> Void)?
    let log: Log

    init(_ log: Log) { self.log = log }

    func draw() { log.note("drawn") }
  }

  static func bind(_ views: [View]) {
    views.last?.onDraw = {
      for view in views { view.draw() }
    }
  }

  static let snippet = Snippet("array with the object", expects: .sentence) { log in
    let view = View(log)
    bind([view])
    view.onDraw?()
    return view
  }
}
