import Dispatch
import Foundation
import FoundationNetworking
import Jukebox
import LeakTesting
import Testing

/// What is made once and kept must not show. Each test is run in a process of its own, where it is the first.
@Suite(.leakFree) struct FalseAlarms {
  @Test func lazyGlobal() { #expect(sharedPlayer.plays == 0) }

  @Test func lazyStatic() { #expect(Stage.main.players.count == 1) }

  @Test func typesFirstUse() {
    #expect("\(Box<[Player?]>.self)".contains("Player"))
    #expect(Box(Player()).content.plays == 0)
  }

  @Test func dateFormatter() {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy"
    #expect(formatter.string(from: Date(timeIntervalSince1970: 0)).count == 4)
  }

  @Test func jsonCoders() throws {
    let song = Song(title: "Summertime", players: [1, 2])
    let data = try JSONEncoder().encode(song)
    #expect(try JSONDecoder().decode(Song.self, from: data) == song)
  }

  @Test func regexes() throws {
    #expect("la la la".matches(of: /la/).count == 3)
    let pattern = try NSRegularExpression(pattern: "l(a)")
    #expect(pattern.numberOfMatches(in: "la", range: NSRange(location: 0, length: 2)) == 1)
  }

  @Test func urlSession() {
    #expect(URLSession.shared.configuration.timeoutIntervalForRequest > 0)
  }

  @Test func dispatchQueues() async {
    let queue = DispatchQueue(label: "songs")
    await withCheckedContinuation { continuation in
      queue.async {
        _ = Player()
        DispatchQueue.global().async { continuation.resume() }
      }
    }
    queue.sync(flags: .barrier) {}
  }

  @Test func printing() {
    print("la", Song(title: "la", players: []), String(format: "%d", 7))
    debugPrint([1: "la"])
  }

  @Test func tasks() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let producer = Task {
      for number in 0..<3 { continuation.yield(number) }
      continuation.finish()
    }
    var sum = 0
    for await number in stream { sum += number }
    await producer.value
    let total = await withTaskGroup(of: Int.self) { group in
      for number in 0..<3 { group.addTask { Player().plays + number } }
      return await group.reduce(0, +)
    }
    #expect(sum == total)
  }

  @Test @MainActor func mainActor() async {
    let player = Player()
    player.onFinish = { [weak player] in _ = player }
    await Task.yield()
    player.play()
  }

  @Test func keyPathsAndCasts() {
    let path: KeyPath<Player, Int> & Sendable = \.plays
    let players: [Any] = [Player(), Player()]
    #expect(players.compactMap { ($0 as? Player)?[keyPath: path] } == [0, 0])
  }

  @Test func cachesAndNotifications() {
    let cache = NSCache<NSString, Box<Player>>()
    cache.setObject(Box(Player()), forKey: "player")
    let token = NotificationCenter.default.addObserver(
      forName: .init("song"), object: nil, queue: nil
    ) { _ in }
    NotificationCenter.default.post(name: .init("song"), object: nil)
    NotificationCenter.default.removeObserver(token)
    #expect(UserDefaults.standard.object(forKey: "no such key") == nil)
  }

  @Test func errors() {
    #expect(throws: Unplayable.self) { throw Unplayable(player: Player()) }
  }

  @Test func locksAndProcessInfo() {
    let lock = NSLock()
    lock.withLock { #expect(ProcessInfo.processInfo.processIdentifier > 0) }
    #expect(FileManager.default.temporaryDirectory.isFileURL)
    #expect(UUID() != UUID())
  }
}

nonisolated(unsafe) private let sharedPlayer = Player()

struct Stage {
  nonisolated(unsafe) static let main = Stage()
  let players = [Player.fixed()]
}

final class Box<Content> {
  let content: Content
  init(_ content: Content) { self.content = content }
}

struct Song: Codable, Equatable {
  var title: String
  var players: [Int]
}

struct Unplayable: Error {
  nonisolated(unsafe) let player: Player
}
