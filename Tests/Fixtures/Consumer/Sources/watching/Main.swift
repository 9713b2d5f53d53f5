import Dispatch
import Jukebox
import LeakDetection

/// A server that watches what it closes.
@main struct Main {
  nonisolated(unsafe) private static var kept: Player?

  static func main() async {
    await tell("a cycle", within: .milliseconds(10)) { Player.leaking() }
    await tell("a static", within: .milliseconds(10)) {
      kept = Player.fixed()
      return kept!
    }
    let queue = DispatchQueue(label: "account of Mrs Example")
    queue.suspend()
    await tell("a queue whose label is nobody's business", within: .milliseconds(10)) {
      let player = Player.fixed()
      nonisolated(unsafe) let borrowed = player
      queue.async { borrowed.play() }
      return player
    }
    queue.resume()

    // What has gone is not reported, and what comes later is.
    watch(Player.fixed(), "what has gone", within: .nanoseconds(1))
    // Which is no time to go.
    watch(Player.fixed(), "what has gone", within: .zero)
    await tell("a cycle again", within: .milliseconds(10)) { Player.leaking() }
  }

  /// Watches what `make` returns, and waits until it is reported.
  private static func tell(
    _ label: String, within grace: Duration, _ make: @Sendable () -> AnyObject
  ) async {
    await withCheckedContinuation { continuation in
      watch(make(), label, within: grace) { continuation.resume() }
    }
  }

  private static func watch(
    _ object: AnyObject, _ label: String, within grace: Duration,
    then next: @escaping @Sendable () -> Void = {}
  ) {
    LeakDetector.watch(object, untilDeinitWithin: grace, label: label) { leak in
      print("\(leak.report)\n")
      next()
    }
  }
}
