import Dispatch
import Foundation
import Signals

/// References that lead through a library's objects, of whose code nobody can change anything.
extension Snippet {
  static let libraries = [
    ClosureInALibrary.snippet, StoredMethodOfAStream.snippet, SourceInItsHandler.snippet,
    ObjectInAMutableArray.snippet, ObjectInAnError.snippet,
  ]
}

enum ClosureInALibrary {
  final class Screen {
    let store = Store(0)
    private let unit = "songs"
    private let log: Log

    init(_ log: Log) { self.log = log }

    func appear() {
      let log = log
      store.subscribe { subscription in
        let titles = subscription.select { [weak self] count in self?.title(count) ?? "" }
        titles.action = { title in log.note(title) }
      }
    }

    private func title(_ count: Int) -> String { "\(count) \(unit)" }
  }

  static let snippet = Snippet(
    "closure two steps on from a library's", avoiding: ["Subscription"]
  ) { log in
    let screen = Screen(log)
    screen.appear()
    screen.store.send(2)
    screen.store.send(3)
    return screen
  }
}

enum StoredMethodOfAStream {
  final class Feed: @unchecked Sendable {
    private(set) var stop: (() -> Void)?
    private var numbers: AsyncStream<Int>?
    private var isEnded = false
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() -> AsyncStream<Int> {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { [weak self] _ in
        guard let self else { return }
        self.isEnded = true
      }
      continuation.yield(1)
      stop = continuation.finish
      numbers = stream
      log.note("ended: \(isEnded)")
      return stream
    }
  }

  static let snippet = Snippet("stored method of a stream", avoiding: ["AsyncStream"]) { log in
    let feed = Feed(log)
    var numbers = feed.start().makeAsyncIterator()
    log.note("\(await numbers.next() ?? 0)")
    return feed
  }
}

enum SourceInItsHandler {
  struct Counter {
    let source: any DispatchSourceUserDataAdd
    let name: String
  }

  static func count(_ log: Log) -> Counter {
    let counter = Counter(
      source: DispatchSource.makeUserDataAddSource(queue: .global()), name: "songs")
    counter.source.setEventHandler { [name = counter.name] in log.note("counted \(name)") }
    counter.source.activate()
    return counter
  }

  static let snippet = Snippet(
    "source in what its own handler captures", avoiding: ["[weak dispatchSource"]
  ) { log in
    let counter = count(log)
    counter.source.add(data: 1)
    while log.notes.isEmpty { await Task.yield() }
    return counter.source as AnyObject
  }
}

enum ObjectInAMutableArray {
  final class Song {
    let playlist = NSMutableArray()

    func enqueue() { playlist.add(self) }
  }

  static let snippet = Snippet(
    "object in a mutable array", expects: .sentence, avoiding: ["ancel", "nvalidate", "inish"]
  ) { log in
    let song = Song()
    song.enqueue()
    log.note("\(song.playlist.count) enqueued")
    return song
  }
}

enum ObjectInAnError {
  final class Upload {
    private(set) var error: NSError?

    func fail() { error = NSError(domain: "upload", code: 7, userInfo: ["upload": self]) }
  }

  static let snippet = Snippet(
    "object in an error", expects: .sentence, avoiding: ["ancel", "nvalidate", "inish"]
  ) { log in
    let upload = Upload()
    upload.fail()
    log.note("code \(upload.error?.code ?? 0)")
    return upload
  }
}
