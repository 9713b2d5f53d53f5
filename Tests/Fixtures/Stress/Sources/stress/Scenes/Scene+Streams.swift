extension Scene {
  static let streams: [Scene] = [
    Scene(
      "stream-producer", isAsync: true, hole: .async,
      types: #"""
        final class «A»: Sendable {
          let stream: AsyncStream<Int>
          private let continuation: AsyncStream<Int>.Continuation
          init() { (stream, continuation) = AsyncStream.makeStream(of: Int.self) }
          func produce(_ count: Int) {
            for value in 0..<count { continuation.yield(value) }
            continuation.finish()
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let task = Task { «a».produce(«n:2...9») }
        var sum = 0
        for await value in «a».stream { sum += value }
        await task.value
        «inner»
        «expect»(sum > 0)
        """#),
    Scene(
      "stream-unfolding", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          var left = «n:2...7»
          func next() -> Int? {
            guard left > 0 else { return nil }
            left -= 1
            return left
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        var values: [Int] = []
        for await value in AsyncStream<Int>(unfolding: { «a».next() }) { values.append(value) }
        «expect»(values.last == 0)
        """#),
    Scene(
      "stream-cancelled", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          var continuation: AsyncStream<Int>.Continuation?
          let ended = Shared<Bool>(false)
          func values() -> AsyncStream<Int> {
            AsyncStream { continuation in
              self.continuation = continuation
              continuation.onTermination = { [ended] _ in ended.value = true }
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let values = «a».values()
        let task = Task {
          var count = 0
          for await _ in values { count += 1 }
          return count
        }
        «a».continuation?.yield(«n:1...9»)
        task.cancel()
        let count = await task.value
        await eventually { «a».ended.value }
        «expect»(count <= 1)
        """#),
    Scene(
      "stream-throwing", isAsync: true,
      types: #"""
        final class «A»: Sendable {
          let number: Int
          init(number: Int) { self.number = number }
        }
        """#,
      body: #"""
        let (stream, continuation) = AsyncThrowingStream<«A», any Error>.makeStream()
        for number in 0..<«n:1...4» { continuation.yield(«A»(number: number)) }
        continuation.finish(throwing: Refusal(«n:1...4»))
        var numbers: [Int] = []
        var failed = false
        do {
          for try await value in stream { numbers.append(value.number) }
        } catch {
          failed = error is Refusal
        }
        «expect»(failed)
        «expect»(numbers.first == 0)
        """#),
    Scene(
      "stream-buffered-dropped", isAsync: true,
      types: #"""
        final class «A»: Sendable {
          let number = «n:1...9»
        }
        """#,
      body: #"""
        let (stream, continuation) = AsyncStream<«A»>.makeStream(bufferingPolicy: .bufferingNewest(2))
        for _ in 0..<5 { continuation.yield(«A»()) }
        var iterator = stream.makeAsyncIterator()
        let first = await iterator.next()
        continuation.finish()
        «expect»(first?.number ?? 0 > 0)
        """#),
    Scene(
      "async-sequence", isAsync: true,
      types: #"""
        struct «A»: AsyncSequence {
          let source: «B»
          struct Iterator: AsyncIteratorProtocol {
            let source: «B»
            var index = 0
            mutating func next() async -> Int? {
              guard index < source.limit else { return nil }
              await Task.yield()
              index += 1
              return index
            }
          }
          func makeAsyncIterator() -> Iterator { Iterator(source: source) }
        }
        final class «B»: Sendable {
          let limit = «n:2...6»
        }
        """#,
      body: #"""
        let «b» = «B»()
        var last = 0
        for await value in «A»(source: «b»).filter({ $0 > 0 }) { last = value }
        «expect»(last == «b».limit)
        """#),
  ]
}
