extension Scene {
  static let owners: [Scene] = [
    Scene(
      "noncopyable-owner",
      types: #"""
        struct «A»: ~Copyable {
          let resource: «B»
          let onEnd: () -> Void
          deinit { onEnd() }
          consuming func finish() -> Int { resource.value }
        }
        final class «B» {
          var value = «n:1...9»
          var ended = false
        }
        """#,
      body: #"""
        let «b» = «B»()
        do {
          let owner = «A»(resource: «b») { [weak «b»] in «b»?.ended = true }
          let value = owner.finish()
          «expect»(value > 0)
        }
        «expect»(«b».ended)
        """#),
    Scene(
      "noncopyable-in-class", hole: .sync,
      types: #"""
        struct «B»: ~Copyable {
          let object: «C»
          var uses = 0
          mutating func use() -> Int {
            uses += 1
            return uses * object.weight
          }
        }
        final class «C» {
          let weight = «n:1...5»
        }
        final class «A» {
          private var owner = «B»(object: «C»())
          func use() -> Int { owner.use() }
        }
        """#,
      body: #"""
        let «a» = «A»()
        for _ in 0..<«n:1...4» { _ = «a».use() }
        «inner»
        «expect»(«a».use() >= 2)
        """#),
    Scene(
      "mutex",
      types: #"""
        final class «A»: Sendable {
          private let state = Mutex<[String: «B»]>([:])
          func add(_ key: String) { state.withLock { $0[key] = «B»() } }
          var count: Int { state.withLock { $0.count } }
        }
        final class «B»: Sendable {
          let number = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = «A»()
        DispatchQueue.concurrentPerform(iterations: «n:2...6») { «a».add("\($0)") }
        «expect»(«a».count >= 2)
        """#),
    Scene(
      "macro-like-storage",
      types: #"""
        final class «A» {
          private var _value: «B»?
          private var _onChange: ((«B»?) -> Void)?
          private(set) var reads = 0
          var value: «B»? {
            get {
              reads += 1
              return _value
            }
            set {
              _value = newValue
              _onChange?(newValue)
            }
            _modify {
              yield &_value
            }
          }
          func observe() { _onChange = { [weak self] new in self?.reads += new == nil ? 0 : 1 } }
        }
        final class «B» {
          var number = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».observe()
        «a».value = «B»()
        «a».value?.number += 1
        «expect»(«a».value?.number ?? 0 > 1)
        """#),
    Scene(
      "observable", hole: .sync,
      types: #"""
        @Observable final class «A» {
          var title = "«one|two»"
          var part = «B»()
          @ObservationIgnored var onSave: (() -> Void)?
        }
        @Observable final class «B» {
          var number = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = «A»()
        let changes = Shared<Int>(0)
        withObservationTracking {
          _ = «a».title
          _ = «a».part.number
        } onChange: {
          changes.update { $0 += 1 }
        }
        «a».part.number += 1
        «a».title += "!"
        «inner»
        «expect»(changes.value == 1)
        """#),
    Scene(
      "delegate-weak", hole: .sync,
      types: #"""
        protocol «C»: AnyObject {
          func didFinish(_ number: Int)
        }
        final class «A» {
          weak var delegate: (any «C»)?
          func work() { delegate?.didFinish(«n:1...9») }
        }
        final class «B»: «C» {
          let worker = «A»()
          var finished: [Int] = []
          init() { worker.delegate = self }
          func didFinish(_ number: Int) { finished.append(number) }
        }
        """#,
      body: #"""
        let «b» = «B»()
        «b».worker.work()
        «inner»
        «expect»(«b».finished.count == 1)
        """#),
    Scene(
      "multicast-delegates",
      types: #"""
        final class «A» {
          private var listeners: [Weak<«B»>] = []
          func add(_ listener: «B») { listeners.append(Weak(listener)) }
          func notify() -> Int {
            listeners.removeAll { $0.object == nil }
            for listener in listeners { listener.object?.calls += 1 }
            return listeners.count
          }
        }
        final class «B» {
          var calls = 0
        }
        """#,
      body: #"""
        let «a» = «A»()
        let kept = «B»()
        «a».add(kept)
        do {
          let dropped = «B»()
          «a».add(dropped)
          «expect»(«a».notify() == 2)
        }
        for _ in 0..<«n:1...3» { _ = «a».notify() }
        «expect»(kept.calls >= 2)
        """#),
    Scene(
      "coordinator",
      types: #"""
        class «A» {
          var children: [«A»] = []
          weak var parent: «A»?
          var onEnd: (() -> Void)?
          func start(_ child: «A») {
            children.append(child)
            child.parent = self
            child.onEnd = { [weak self, weak child] in self?.children.removeAll { $0 === child } }
          }
        }
        final class «B»: «A» {
          let screen = [UInt8](repeating: 0, count: «n:1...64»)
        }
        """#,
      body: #"""
        let root = «A»()
        for _ in 0..<«n:2...4» { root.start(«B»()) }
        root.children.first?.onEnd?()
        «expect»(!root.children.isEmpty)
        """#),
    Scene(
      "dependency-container",
      types: #"""
        final class «A» {
          private var factories: [String: («A») -> AnyObject] = [:]
          private var singletons: [String: AnyObject] = [:]
          func register(_ name: String, _ make: @escaping («A») -> AnyObject) { factories[name] = make }
          func resolve<Object: AnyObject>(_ name: String) -> Object? {
            if let known = singletons[name] { return known as? Object }
            let made = factories[name]?(self)
            singletons[name] = made
            return made as? Object
          }
        }
        final class «B» {
          let number = «n:1...9»
        }
        final class «C» {
          let part: «B»?
          init(part: «B»?) { self.part = part }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».register("part") { _ in «B»() }
        «a».register("whole") { «C»(part: $0.resolve("part")) }
        let whole: «C»? = «a».resolve("whole")
        «expect»(whole?.part === «a».resolve("part"))
        """#),
    Scene(
      "errors-with-objects", hole: .sync,
      types: #"""
        struct «A»: Error {
          nonisolated(unsafe) let culprit: «B»
        }
        final class «B» {
          let code = «n:1...9»
          func work() throws { throw «A»(culprit: self) }
        }
        """#,
      body: #"""
        var code = 0
        do {
          try «B»().work()
        } catch {
          code = (error as? «A»)?.culprit.code ?? 0
          «inner»
        }
        «expect»(code > 0)
        """#),
    Scene(
      "weak-and-unowned",
      types: #"""
        final class «A» {
          weak var friend: «B»?
          unowned(unsafe) var neighbour: «B»?
        }
        final class «B» {
          unowned let owner: «A»
          init(owner: «A») { self.owner = owner }
        }
        """#,
      body: #"""
        let «a» = «A»()
        do {
          let «b» = «B»(owner: «a»)
          «a».friend = «b»
          «a».neighbour = «b»
          «expect»(«b».owner === «a»)
        }
        «a».neighbour = nil
        «expect»(«a».friend == nil)
        """#),
    Scene(
      "tracked-by-name", only: .swiftTesting, needsTest: true,
      types: #"""
        final class «A» {
          let number = «n:1...9»
        }
        """#,
      body: #"""
        let «a» = trackForLeaks(«A»(), label: "«one|two»")
        «expect»(«a».number > 0)
        """#),
    Scene(
      "expect-deallocated", isAsync: true, only: .swiftTesting, needsTest: true,
      types: #"""
        final class «A» {
          var onFinish: (() -> Void)?
          func start() { onFinish = { [weak self] in self?.onFinish = nil } }
        }
        """#,
      body: #"""
        await expectDeallocated {
          let «a» = «A»()
          «a».start()
          return «a»
        }
        """#),
    Scene(
      "assert-deallocated", isAsync: true, only: .xctest, needsTest: true,
      types: #"""
        final class «A» {
          var parts: [Int] = [«n:1...9»]
        }
        """#,
      body: #"""
        await XCTAssertDeallocated { «A»() }
        await XCTAssertNoLeaks { _ = «A»().parts.count }
        """#),
  ]
}
