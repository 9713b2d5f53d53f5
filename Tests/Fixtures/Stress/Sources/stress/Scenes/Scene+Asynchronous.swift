extension Scene {
  static let asynchronous: [Scene] = [
    Scene(
      "task-awaited", isAsync: true, hole: .async,
      types: #"""
        final class «A»: @unchecked Sendable {
          var steps = 0
          func work() async -> Int {
            await Task.yield()
            steps += 1
            return steps
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let task = Task {
          «inner»
          return await «a».work()
        }
        let result = await task.value
        «expect»(result == 1)
        """#),
    Scene(
      "task-cancelled", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          var rounds = 0
          func run() async {
            while !Task.isCancelled {
              rounds += 1
              try? await Task.sleep(nanoseconds: 200_000)
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let task = Task { await «a».run() }
        «await Task.yield()|try? await Task.sleep(nanoseconds: 300_000)»
        task.cancel()
        await task.value
        «expect»(«a».rounds >= 0)
        """#),
    Scene(
      "task-detached", isAsync: true, hole: .foreignAsync,
      types: #"""
        final class «A»: Sendable {
          let number = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = «A»()
        let value = await Task.detached(priority: .«high|medium|low») {
          «inner»
          return «a».number
        }.value
        «expect»(value == «a».number)
        """#),
    Scene(
      "task-group", isAsync: true, hole: .async,
      types: #"""
        final class «A»: Sendable {
          let factor = «n:2...5»
          func scale(_ value: Int) async -> Int {
            await Task.yield()
            return value * factor
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let sum = await withTaskGroup(of: Int.self) { group in
          for value in 1...«n:2...5» { group.addTask { await «a».scale(value) } }
          group.addTask {
            «inner»
            return 0
          }
          var sum = 0
          for await value in group { sum += value }
          return sum
        }
        «expect»(sum % «a».factor == 0)
        """#),
    Scene(
      "task-group-throwing", isAsync: true,
      types: #"""
        final class «A»: Sendable {
          let number: Int
          init(number: Int) { self.number = number }
          func check() async throws -> Int {
            try await Task.sleep(nanoseconds: 10_000)
            if number == 2 { throw Refusal(number) }
            return number
          }
        }
        """#,
      body: #"""
        var caught: Refusal?
        do {
          _ = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<«n:3...5» { group.addTask { try await «A»(number: number).check() } }
            var sum = 0
            for try await value in group { sum += value }
            return sum
          }
        } catch {
          caught = error as? Refusal
        }
        «expect»(caught == Refusal(2))
        """#),
    Scene(
      "task-group-discarding", isAsync: true,
      types: #"""
        final class «A»: Sendable {
          let count = Shared<Int>(0)
        }
        """#,
      body: #"""
        let «a» = «A»()
        await withDiscardingTaskGroup { group in
          for _ in 0..<«n:2...8» { group.addTask { «a».count.update { $0 += 1 } } }
        }
        «expect»(«a».count.value >= 2)
        """#),
    Scene(
      "async-let", isAsync: true, hole: .async,
      types: #"""
        final class «A»: Sendable {
          let name: String
          init(name: String) { self.name = name }
          func length() async -> Int { name.count }
        }
        """#,
      body: #"""
        async let first = «A»(name: "«la|tralala»").length()
        async let second = «A»(name: "lu").length()
        «inner»
        let total = await first + second
        «expect»(total > 3)
        """#),
    Scene(
      "task-stored-weakly", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          private var task: Task<Void, Never>?
          let ticks = Shared<Int>(0)
          func start() {
            task = Task { [weak self] in
              while !Task.isCancelled {
                self?.ticks.update { $0 += 1 }
                try? await Task.sleep(nanoseconds: 200_000)
              }
            }
          }
          deinit { task?.cancel() }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        await eventually { «a».ticks.value > «n:0...2» }
        «expect»(«a».ticks.value > 0)
        """#),
    Scene(
      "task-not-awaited",
      types: #"""
        final class «A»: Sendable {
          let done = Shared<Bool>(false)
          func finishSoon() {
            Task {
              try? await Task.sleep(nanoseconds: «n:1...5»_000_000)
              self.done.value = true
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».finishSoon()
        «expect»(«a».done.value || !«a».done.value)
        """#),
    Scene(
      "task-local", isAsync: true, hole: .async,
      types: #"""
        final class «A»: Sendable {
          let name = "«one|two»"
        }
        enum «B» {
          @TaskLocal static var current: «A»?
        }
        """#,
      body: #"""
        await «B».$current.withValue(«A»()) {
          let name = await Task { «B».current?.name }.value
          «expect»(name?.count == 3)
          «inner»
        }
        """#),
    Scene(
      "continuation-resumed", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          private var waiting: [CheckedContinuation<Int, Never>] = []
          private let lock = NSLock()
          func wait() async -> Int {
            await withCheckedContinuation { continuation in
              lock.withLock { waiting.append(continuation) }
            }
          }
          func open(_ value: Int) -> Bool {
            let all = lock.withLock {
              defer { waiting = [] }
              return waiting
            }
            for continuation in all { continuation.resume(returning: value) }
            return !all.isEmpty
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        async let value = «a».wait()
        await eventually { «a».open(«n:1...9») }
        let result = await value
        «expect»(result > 0)
        """#),
    Scene(
      "cancellation-handler", isAsync: true,
      types: #"""
        final class «A»: Sendable {
          let wasCancelled = Shared<Bool>(false)
          func run() async {
            await withTaskCancellationHandler {
              try? await Task.sleep(nanoseconds: 3_600_000_000_000)
            } onCancel: {
              wasCancelled.value = true
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let task = Task { await «a».run() }
        task.cancel()
        await task.value
        «expect»(«a».wasCancelled.value)
        """#),
    Scene(
      "actor-counter", isAsync: true, hole: .async,
      types: #"""
        actor «A» {
          private var values: [Int] = []
          func add(_ value: Int) { values.append(value) }
          var sum: Int { values.reduce(0, +) }
        }
        """#,
      body: #"""
        let «a» = «A»()
        await withTaskGroup(of: Void.self) { group in
          for value in 1...«n:2...6» { group.addTask { await «a».add(value) } }
        }
        «inner»
        let sum = await «a».sum
        «expect»(sum >= 3)
        """#),
    Scene(
      "actor-callbacks", isAsync: true,
      types: #"""
        actor «A» {
          private var handlers: [@Sendable (Int) async -> Void] = []
          func onChange(_ handler: @escaping @Sendable (Int) async -> Void) { handlers.append(handler) }
          func change(to value: Int) async { for handler in handlers { await handler(value) } }
        }
        actor «B» {
          var seen: [Int] = []
          func note(_ value: Int) { seen.append(value) }
          func follow(_ source: «A») async {
            await source.onChange { [weak self] value in await self?.note(value) }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let «b» = «B»()
        await «b».follow(«a»)
        for value in 0..<«n:1...4» { await «a».change(to: value) }
        let seen = await «b».seen
        «expect»(!seen.isEmpty)
        """#),
    Scene(
      "main-actor-model", isAsync: true, hole: .async,
      types: #"""
        @MainActor final class «A» {
          var items: [String] = []
          var onChange: (() -> Void)?
          var changes: Int
          init() { changes = 0 }
          func watch() { onChange = { [weak self] in self?.changes += 1 } }
          func add(_ item: String) {
            items.append(item)
            onChange?()
          }
          func load() async {
            for number in 0..<«n:1...3» {
              await Task.yield()
              add("item \(number)")
            }
          }
        }
        """#,
      body: #"""
        let «a» = await «A»()
        await «a».watch()
        await «a».load()
        «inner»
        let changes = await «a».changes
        «expect»(changes > 0)
        """#),
    Scene(
      "actor-reentrant", isAsync: true,
      types: #"""
        actor «A» {
          private var inFlight: [String: Task<«B», Never>] = [:]
          private(set) var loads = 0
          func image(_ name: String) async -> «B» {
            if let task = inFlight[name] { return await task.value }
            let task = Task { await self.load(name) }
            inFlight[name] = task
            let image = await task.value
            inFlight[name] = nil
            return image
          }
          private func load(_ name: String) async -> «B» {
            loads += 1
            await Task.yield()
            return «B»(name: name)
          }
        }
        final class «B»: Sendable {
          let name: String
          init(name: String) { self.name = name }
        }
        """#,
      body: #"""
        let «a» = «A»()
        async let first = «a».image("«a|b»")
        async let second = «a».image("a")
        let names = await [first.name, second.name]
        «expect»(names[1] == "a")
        """#),
    Scene(
      "isolated-closure", isAsync: true,
      types: #"""
        @MainActor final class «A» {
          var log: [String]
          init() { log = [] }
        }
        """#,
      body: #"""
        let «a» = await «A»()
        await MainActor.run { «a».log.append("«one|two»") }
        let task = Task { @MainActor in
          «a».log.append("three")
          return «a».log.count
        }
        let count = await task.value
        «expect»(count == 2)
        """#),
  ]
}
