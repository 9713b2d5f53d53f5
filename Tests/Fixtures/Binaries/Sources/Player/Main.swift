import LeakDetection
import Synchronization

final class Player {
  var onEnd: (() -> Void)?
  var peer: Player?
  var count = 0
}

/// Held by nobody but itself.
func leaking() -> Player {
  let player = Player()
  player.onEnd = { player.count += 1 }
  return player
}

/// Kept alive from outside of what it reaches.
nonisolated(unsafe) var global: Player?

func held() -> Player {
  let player = Player()
  player.peer = Player()
  global = player
  return player
}

func fixed() -> Player {
  let player = Player()
  player.onEnd = { [weak player] in player?.count += 1 }
  return player
}

/// Held by itself, where the runtime tells no layout.
final class Locked: Sendable {
  let next = Mutex<Locked?>(nil)
}

func locked() -> Locked {
  let locked = Locked()
  locked.next.withLock { [locked] in $0 = locked }
  return locked
}

@main enum Main {
  static func main() {
    let makers: [(String, () -> AnyObject)] = [
      ("leaking", leaking), ("locked", locked), ("held", held), ("fixed", fixed),
    ]
    for (name, make) in makers {
      let report = LeakDetector.detectBlocking(within: .milliseconds(50)) { make() }
      let verdicts = report.leaks.map { leak in
        switch leak.verdict {
        case .deinitialized, .late: "gone"
        case .leaked: "leaked"
        case .held: "held"
        case .inconclusive: "inconclusive"
        }
      }
      print("\(name): \(verdicts.isEmpty ? "gone" : verdicts.joined(separator: ", "))")
      for leak in report.leaks { print(leak) }
    }
  }
}
