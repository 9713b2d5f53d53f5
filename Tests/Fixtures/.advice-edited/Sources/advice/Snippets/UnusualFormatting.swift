// swift-format-ignore-file

/// Closures and properties that are not written as a formatter writes them.
extension Snippet {
  static let unusualFormatting = [
    TightClosure.snippet, TightCaptureList.snippet, Semicolons.snippet,
    ParenthesizedParameters.snippet, BraceOnNextLine.snippet, SignatureOnLines.snippet,
    TabsAndAccents.snippet, ClosuresOnOneLine.snippet, ReturnTypeInSignature.snippet,
    ModifierOnOwnLine.snippet, SpacedType.snippet, ClassOnOneLine.snippet,
    TwoNamesInOneDeclaration.snippet, CommentInDeclaration.snippet,
    BlockCommentAfterBrace.snippet,
  ]
}

enum TightClosure {
  final class Player {
    var onFinish:(()->Void)?
    let log:Log
    init(_ log:Log){self.log=log}
    func start(){onFinish={ [weak self] in self?.log.note("rewound")}}
  }

  static let snippet = Snippet("closure without spaces") { log in
    let player = Player(log)
    player.start()
    player.onFinish?()
    return player
  }
}

enum TightCaptureList {
  final class Mixer {
    var volume = 3
    var onChange:((Int)->Void)?
    let log:Log
    init(_ log:Log){self.log=log}
    func start(){
      onChange={[weak self, volume]change in self?.log.note("volume \(volume + change)")}
    }
  }

  static let snippet = Snippet("capture list without spaces") { log in
    let mixer = Mixer(log)
    mixer.start()
    mixer.onChange?(2)
    return mixer
  }
}

enum Semicolons {
  final class Recorder {
    var onStop: (() -> Void)?
    let log: Log
    init(_ log: Log) { self.log = log }
    func start() {
      onStop = { [weak self] in guard let self else { return }; self.flush(); self.close(); }
    }
    func flush() { log.note("flushed") }
    func close() { log.note("closed") }
  }

  static let snippet = Snippet("closure with semicolons") { log in
    let recorder = Recorder(log)
    recorder.start()
    recorder.onStop?()
    return recorder
  }
}

enum ParenthesizedParameters {
  final class Table {
    var onMove: ((Int, Int) -> Void)?
    let log: Log
    init(_ log: Log) { self.log = log }
    func start() {
      onMove = { [weak self] (from, to) in
        guard let self else { return }
        self.log.note("moved \(from) to \(to)")
      }
    }
  }

  static let snippet = Snippet("parameters in parentheses") { log in
    let table = Table(log)
    table.start()
    table.onMove?(1, 2)
    return table
  }
}

enum BraceOnNextLine {
  final class Socket
  {
    var onOpen: (() -> Void)?
    let log: Log

    init(_ log: Log)
    {
      self.log = log
    }

    func start()
    {
      onOpen =
      { [weak self] in
        guard let self else { return }
        self.log.note("opened")
      }
    }
  }

  static let snippet = Snippet("brace on the next line") { log in
    let socket = Socket(log)
    socket.start()
    socket.onOpen?()
    return socket
  }
}

enum SignatureOnLines {
  final class Chart {
    var scale = 10
    var onPoint: ((Int, Int) -> Void)?
    let log: Log
    init(_ log: Log) { self.log = log }
    func start() {
      onPoint = {
        [weak self, scale]
        (
          x: Int,
          y: Int
        )
        in
        guard let self else { return }
        self.log.note("point \(x * scale) \(y * scale)")
      }
    }
  }

  static let snippet = Snippet("signature on several lines") { log in
    let chart = Chart(log)
    chart.start()
    chart.onPoint?(1, 2)
    return chart
  }
}

enum TabsAndAccents {
	final class Café {
		var onBestellung: (() -> Void)?
		let log: Log
		init(_ log: Log) { self.log = log }
		func öffnen() {
			log.note("geöffnet ☕️"); onBestellung = { [weak self] in self?.log.note("bestellt") }
		}
	}

	static let snippet = Snippet("tabs, and letters that are not ASCII") { log in
		let café = Café(log)
		café.öffnen()
		café.onBestellung?()
		return café
	}
}

enum ClosuresOnOneLine {
  final class Remote {
    var play: (() -> Void)?, stop: (() -> Void)?
    let log: Log
    init(_ log: Log) { self.log = log }
    func start() { set(play: { [weak self] in self?.log.note("played") }, stop: { [weak self] in self?.log.note("stopped") }) }
    func set(play: @escaping () -> Void, stop: @escaping () -> Void) {
      self.play = play; self.stop = stop
    }
  }

  static let snippet = Snippet("two closures on one line") { log in
    let remote = Remote(log)
    remote.start()
    remote.play?()
    remote.stop?()
    return remote
  }
}

enum ReturnTypeInSignature {
  final class Counter {
    var onCount: ((Int) -> Void)?
    let log: Log
    init(_ log: Log) { self.log = log }
    func start() {
      onCount = { [weak self] (number: Int) -> Void in self?.log.note("counted \(number)") }
    }
  }

  static let snippet = Snippet("return type in the signature") { log in
    let counter = Counter(log)
    counter.start()
    counter.onCount?(7)
    return counter
  }
}

enum ModifierOnOwnLine {
  public final class Folder {
    public
    weak var parent: Folder?
    var children = [Folder]()
    func add(_ child: Folder) { children.append(child); child.parent = self }
  }

  static let snippet = Snippet("modifier on a line of its own") { log in
    let root = Folder()
    root.add(Folder())
    log.note(root.children[0].parent === root ? "root" : "none")
    return root
  }
}

enum SpacedType {
  final class Folder {
    private  weak var  parent : Folder?
    private(set) var children : [Folder] = []
    func add(_ child: Folder) { children.append(child) ; child.parent = self }
    var isRoot : Bool { parent == nil }
  }

  static let snippet = Snippet("spaces around a colon") { log in
    let root = Folder()
    root.add(Folder())
    log.note("root \(root.isRoot), child \(root.children[0].isRoot)")
    return root
  }
}

enum ClassOnOneLine {
  final class Album { var tracks: [Track] = [] ; func add() { tracks.append(Track(self)) } }
  final class Track { unowned let album: Album; init(_ album: Album) { self.album = album } }

  static let snippet = Snippet("class on one line") { log in
    let album = Album()
    album.add()
    log.note("tracks \(album.tracks[0].album.tracks.count)")
    return album
  }
}

enum TwoNamesInOneDeclaration {
  final class Node {
    var parent: Node?, title = "untitled"
    var children: [Node] = []
    func add(_ child: Node) { children.append(child); child.parent = self }
  }

  // A weak var would be one for both names, and a title is no object.
  static let snippet = Snippet("two names in one declaration", expects: .sentence) { log in
    let root = Node()
    root.add(Node())
    log.note(root.children[0].parent?.title ?? "none")
    return root
  }
}

enum CommentInDeclaration {
  final class Node {
    weak var /* up */ parent /* or nil */: Node? // set by add(_:)
    var children: [Node] = []
    func add(_ child: Node) { children.append(child); child.parent = self }
  }

  static let snippet = Snippet("comments in a declaration") { log in
    let root = Node()
    root.add(Node())
    log.note(root.children[0].parent == nil ? "none" : "root")
    return root
  }
}

enum BlockCommentAfterBrace {
  final class Player {
    var onLevel: ((Double) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func meter() {
      onLevel = { /* in decibels } */ [weak self] level in
        guard let self else { return }
        self.log.note("level \(level)")
      }
    }
  }

  static let snippet = Snippet("block comment after the brace") { log in
    let player = Player(log)
    player.meter()
    player.onLevel?(0.5)
    return player
  }
}
