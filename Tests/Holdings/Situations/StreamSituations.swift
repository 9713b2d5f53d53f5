import Foundation

enum Broadcast {
  nonisolated(unsafe) static var stream: AsyncStream<Int>.Continuation?
  nonisolated(unsafe) static var guests: AsyncStream<Guest>.Continuation?
  nonisolated(unsafe) static var failing: AsyncThrowingStream<Int, any Error>.Continuation?
  nonisolated(unsafe) static var pulled: AsyncStream<Int>?
}

extension Holdings {
  static let streams = [
    Situation("element that a stream has not given out", .kept("static ")) { cut in
      let guest = Guest()
      let (stream, continuation) = AsyncStream<Guest>.makeStream()
      Keeper.shared.kept.append(stream)
      continuation.yield(guest)
      Broadcast.guests = continuation
      cut {
        Broadcast.guests = nil
        Keeper.shared.kept = []
      }
      return guest
    },
    Situation("handler of a stream's end", .kept("static Broadcast.stream")) { cut in
      let guest = Guest()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in guest.stay() }
      Keeper.shared.kept.append(stream)
      Broadcast.stream = continuation
      cut {
        Broadcast.stream?.finish()
        Broadcast.stream = nil
      }
      return guest
    },
    Situation("closure that makes a stream's elements", .kept("static Broadcast.pulled")) { cut in
      let guest = Guest()
      Broadcast.pulled = AsyncStream {
        guest.stay()
        return 1
      }
      cut { Broadcast.pulled = nil }
      return guest
    },
    Situation("task that awaits a throwing stream", .held("an unfinished Task that waits for the"))
    { cut in
      let guest = Guest()
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      Broadcast.failing = continuation
      Task {
        for try await _ in stream { guest.stay() }
      }
      cut { Broadcast.failing?.finish(throwing: CancellationError()) }
      return guest
    },
    Situation("task that awaits a mapped stream", .held("an unfinished Task")) { cut in
      let guest = Guest()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Broadcast.stream = continuation
      Task {
        for await _ in stream.map({ $0 + 1 }).filter({ $0 > 1 }) { guest.stay() }
      }
      cut { Broadcast.stream?.finish() }
      return guest
    },
    Situation("stream, its task and its end in one object", .leaked("a retain cycle of")) { cut in
      let guest = Guest()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      guest.luggage = continuation
      Task { for await _ in stream { guest.stay() } }
      let hidden = Hidden(guest)
      cut { (hidden.object.luggage as! AsyncStream<Int>.Continuation).finish() }
      return guest
    },
  ]
}
