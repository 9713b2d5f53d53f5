extension Plant {
  /// What something pending holds, or a cycle through something that waits for good.
  static let waiting: [Plant] = [
    Plant(
      Scene(
        "timer-repeating",
        types: #"""
          final class «A»: @unchecked Sendable {
            var ticks = «n:0...5»
            func start() {
              let timer = Timer(timeInterval: 3600, repeats: true) { _ in self.ticks += 1 }
              RunLoop.main.add(timer, forMode: .default)
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          «expect»(«a».ticks >= 0)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "task-never-ends",
        types: #"""
          final class «A»: @unchecked Sendable {
            var rounds = 0
            func start() {
              Task {
                while !Task.isCancelled {
                  self.rounds += «n:1...9»
                  try? await Task.sleep(nanoseconds: 3_600_000_000_000)
                }
              }
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          «expect»(«a».rounds >= 0)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "continuation-dropped", isAsync: true,
        types: #"""
          final class «A»: @unchecked Sendable {
            var waiting: UnsafeContinuation<Int, Never>?
            let isWaiting = Shared<Bool>(false)
            func wait() async -> Int {
              await withUnsafeContinuation { continuation in
                waiting = continuation
                isWaiting.value = true
              }
            }
            func start() { Task { _ = await self.wait() + «n:1...9» } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          await eventually { «a».isWaiting.value }
          «a».waiting = nil
          «expect»(«a».waiting == nil)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "stream-never-finished", isAsync: true,
        types: #"""
          final class «A»: @unchecked Sendable {
            let stream: AsyncStream<Int>
            let continuation: AsyncStream<Int>.Continuation
            let seen = Shared<Int>(0)
            init() { (stream, continuation) = AsyncStream.makeStream(of: Int.self) }
            func start() {
              Task {
                for await value in self.stream { self.seen.update { $0 += value } }
              }
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          «a».continuation.yield(«n:1...9»)
          await eventually { «a».seen.value > 0 }
          «expect»(«a».seen.value > 0)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "source-never-cancelled",
        types: #"""
          final class «A»: @unchecked Sendable {
            private let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
            var ticks = «n:0...5»
            func start() {
              source.schedule(deadline: .now() + 3600, repeating: 3600)
              source.setEventHandler { self.ticks += 1 }
              source.resume()
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          «expect»(«a».ticks >= 0)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "notification-observer",
        types: #"""
          final class «A»: @unchecked Sendable {
            var received = «n:0...5»
            var token: (any NSObjectProtocol)?
            func start() {
              token = NotificationCenter.default.addObserver(
                forName: .init("never \(ObjectIdentifier(self))"), object: nil, queue: nil
              ) { _ in self.received += 1 }
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          «expect»(«a».received >= 0)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "async-after-an-hour",
        types: #"""
          final class «A»: @unchecked Sendable {
            var calls = «n:0...5»
            func later() { DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { self.calls += 1 } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».later()
          «expect»(«a».calls >= 0)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "session-not-invalidated",
        types: #"""
          final class «A»: NSObject, URLSessionDataDelegate, @unchecked Sendable {
            var session: URLSession?
            let number = «n:1...9»
            func open() {
              session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».open()
          «expect»(«a».session != nil)
          """#),
      telling: .failure),
    Plant(
      Scene(
        "group-never-left",
        types: #"""
          final class «A»: @unchecked Sendable {
            private let group = DispatchGroup()
            var ended = «n:0...5»
            func start() {
              group.enter()
              group.notify(queue: .global()) { self.ended += 1 }
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».start()
          «expect»(«a».ended >= 0)
          """#),
      telling: .failure),
  ]
}
