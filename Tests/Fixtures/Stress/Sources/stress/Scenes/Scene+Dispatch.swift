extension Scene {
  static let dispatch: [Scene] = [
    Scene(
      "queue-async", hole: .foreignSync,
      types: #"""
        final class «A»: @unchecked Sendable {
          private let queue = DispatchQueue(label: "«io|work»")
          private var lines: [String] = []
          func write(_ line: String) { queue.async { self.lines.append(line) } }
          func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
          var count: Int { queue.sync { lines.count } }
        }
        """#,
      body: #"""
        let «a» = «A»()
        for number in 0..<«n:1...5» { «a».write("\(number)") }
        «a».perform {
          «inner»
        }
        «expect»(«a».count > 0)
        """#),
    Scene(
      "queue-sync", hole: .sync,
      types: #"""
        final class «A» {
          let queue = DispatchQueue(label: "state", qos: .«utility|userInitiated»)
          var state: [Int] = []
        }
        """#,
      body: #"""
        let «a» = «A»()
        for value in 0..<«n:2...6» { «a».queue.sync { «a».state.append(value) } }
        «inner»
        «expect»(«a».state.count >= 2)
        """#),
    Scene(
      "queue-async-after",
      types: #"""
        final class «A»: Sendable {
          let hits = Shared<Int>(0)
          func later() {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(«n:1...8»)) {
              self.hits.update { $0 += 1 }
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».later()
        «expect»(«a».hits.value <= 1)
        """#),
    Scene(
      "queue-barrier",
      types: #"""
        final class «A»: @unchecked Sendable {
          private let queue = DispatchQueue(label: "rw", attributes: .concurrent)
          private var table: [Int: «B»] = [:]
          func set(_ key: Int) { queue.async(flags: .barrier) { self.table[key] = «B»() } }
          func has(_ key: Int) -> Bool { queue.sync { table[key] != nil } }
        }
        final class «B» {
          let created = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = «A»()
        for key in 0..<«n:2...6» { «a».set(key) }
        «expect»(«a».has(1))
        """#),
    Scene(
      "group-wait", hole: .foreignSync,
      types: #"""
        final class «A»: Sendable {
          let total = Shared<Int>(0)
          func run(_ group: DispatchGroup) {
            for value in 1...«n:2...6» {
              DispatchQueue.global().async(group: group) { self.total.update { $0 += value } }
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let group = DispatchGroup()
        «a».run(group)
        DispatchQueue.global().async(group: group) {
          «inner»
        }
        block(on: group)
        «expect»(«a».total.value >= 3)
        """#),
    Scene(
      "group-notify", isAsync: true,
      types: #"""
        final class «A»: @unchecked Sendable {
          private let group = DispatchGroup()
          private let queue = DispatchQueue(label: "notify")
          let results = Shared<[Int]>([])
          func load(_ completion: @escaping @Sendable ([Int]) -> Void) {
            for value in 0..<«n:2...5» {
              group.enter()
              DispatchQueue.global().async { [self] in
                results.update { $0.append(value) }
                group.leave()
              }
            }
            group.notify(queue: queue) { [self] in completion(results.value) }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let values = await withCheckedContinuation { continuation in
          «a».load { continuation.resume(returning: $0) }
        }
        «expect»(values.count >= 2)
        """#),
    Scene(
      "work-item",
      types: #"""
        final class «A»: @unchecked Sendable {
          private var item: DispatchWorkItem?
          let searches = Shared<Int>(0)
          func search() {
            item?.cancel()
            let item = DispatchWorkItem { [weak self] in self?.searches.update { $0 += 1 } }
            self.item = item
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(«n:1...4»), execute: item)
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        for _ in 0..<«n:2...5» { «a».search() }
        «expect»(«a».searches.value >= 0)
        """#),
    Scene(
      "work-item-performed", hole: .sync,
      types: #"""
        final class «A»: Sendable {
          let hits = Shared<Int>(0)
        }
        """#,
      body: #"""
        let «a» = «A»()
        let item = DispatchWorkItem { «a».hits.update { $0 += 1 } }
        item.perform()
        DispatchQueue(label: "item").sync(execute: item)
        «inner»
        «expect»(«a».hits.value == 2)
        """#),
    Scene(
      "source-timer",
      types: #"""
        final class «A»: @unchecked Sendable {
          private var timer: (any DispatchSourceTimer)?
          let ticks = Shared<Int>(0)
          let ended = DispatchSemaphore(value: 0)
          func start() {
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
            timer.schedule(deadline: .now(), repeating: .milliseconds(1))
            timer.setEventHandler { [weak self] in self?.tick() }
            timer.resume()
            self.timer = timer
          }
          private func tick() {
            ticks.update { $0 += 1 }
            if ticks.value == «n:1...4» {
              timer?.cancel()
              ended.signal()
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        block(on: «a».ended)
        «expect»(«a».ticks.value > 0)
        """#),
    Scene(
      "source-user-data",
      types: #"""
        final class «A»: @unchecked Sendable {
          let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "add"))
          let sum = Shared<UInt>(0)
          let reached = DispatchSemaphore(value: 0)
          func start(until limit: UInt) {
            source.setEventHandler { [weak self] in
              guard let self else { return }
              sum.update { $0 += self.source.data }
              if sum.value == limit { reached.signal() }
            }
            source.activate()
          }
          deinit { source.cancel() }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let limit: UInt = «n:2...9»
        «a».start(until: limit)
        for _ in 0..<limit { «a».source.add(data: 1) }
        block(on: «a».reached)
        «expect»(«a».sum.value == limit)
        """#),
    Scene(
      "concurrent-perform",
      types: #"""
        final class «A»: Sendable {
          let seen = Shared<Set<Int>>([])
        }
        """#,
      body: #"""
        let «a» = «A»()
        DispatchQueue.concurrentPerform(iterations: «n:2...12») { index in
          «a».seen.update { _ = $0.insert(index) }
        }
        «expect»(«a».seen.value.contains(1))
        """#),
    Scene(
      "operations",
      types: #"""
        final class «A»: Operation, @unchecked Sendable {
          let log: «B»
          init(log: «B») { self.log = log }
          override func main() { log.count.update { $0 += 1 } }
        }
        final class «B»: Sendable {
          let count = Shared<Int>(0)
        }
        """#,
      body: #"""
        let log = «B»()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = «1|2»
        let operations: [«A»] = (0..<«n:2...4»).map { _ in «A»(log: log) }
        operations[1].addDependency(operations[0])
        inPlace {
          queue.addOperations(operations, waitUntilFinished: true)
          queue.addOperation { log.count.update { $0 += 1 } }
          queue.waitUntilAllOperationsAreFinished()
        }
        «expect»(log.count.value == operations.count + 1)
        """#),
    Scene(
      "thread", hole: .foreignSync,
      types: #"""
        final class «A»: @unchecked Sendable {
          let done = DispatchSemaphore(value: 0)
          var result = 0
          func start(_ work: @escaping @Sendable () -> Void) {
            Thread.detachNewThread { [self] in
              work()
              result = «n:1...9»
              done.signal()
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start {
          «inner»
        }
        block(on: «a».done)
        «expect»(«a».result > 0)
        """#),
    Scene(
      "semaphore-pool",
      types: #"""
        final class «B» {
          var uses = 0
        }
        final class «A»: @unchecked Sendable {
          private let semaphore = DispatchSemaphore(value: 2)
          private let lock = NSLock()
          private var free = [«B»(), «B»()]
          func use(_ work: («B») -> Void) {
            block(on: semaphore)
            let object = lock.withLock { free.removeLast() }
            work(object)
            lock.withLock { free.append(object) }
            semaphore.signal()
          }
          var uses: Int { lock.withLock { free.reduce(0) { $0 + $1.uses } } }
        }
        """#,
      body: #"""
        let «a» = «A»()
        DispatchQueue.concurrentPerform(iterations: «n:3...9») { _ in «a».use { $0.uses += 1 } }
        «expect»(«a».uses >= 3)
        """#),
  ]
}
