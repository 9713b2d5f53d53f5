extension Plant {
  /// Leaks that are cycles of the program's own objects.
  static let cycles: [Plant] = [
    Plant(
      Scene(
        "stored-closure",
        types: #"""
          final class «A» {
            var onFinish: (() -> Void)?
            var plays = 0
            func play() { onFinish = { self.plays += «n:1...9» } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».play()
          «a».onFinish?()
          «expect»(«a».plays > 0)
          """#)),
    Plant(
      Scene(
        "two-objects",
        types: #"""
          final class «A» {
            var part: «B»?
            let weight = «n:1...9»
          }
          final class «B» {
            var whole: «A»?
          }
          """#,
        body: #"""
          let «a» = «A»()
          let «b» = «B»()
          «a».part = «b»
          «b».whole = «a»
          «expect»(«b».whole?.weight == «a».weight)
          """#)),
    Plant(
      Scene(
        "strong-delegate",
        types: #"""
          protocol «C»: AnyObject {
            func finished(_ number: Int)
          }
          final class «A» {
            var delegate: (any «C»)?
            func work() { delegate?.finished(«n:1...9») }
          }
          final class «B»: «C» {
            let worker = «A»()
            var sum = 0
            func start() {
              worker.delegate = self
              worker.work()
            }
            func finished(_ number: Int) { sum += number }
          }
          """#,
        body: #"""
          let «b» = «B»()
          «b».start()
          «expect»(«b».sum > 0)
          """#)),
    Plant(
      Scene(
        "closure-in-dictionary",
        types: #"""
          final class «A» {
            private var handlers: [String: (Int) -> Int] = [:]
            private let base = «n:1...9»
            func register() {
              handlers["twice"] = { $0 * 2 }
              handlers["add"] = { self.base + $0 }
            }
            func call(_ name: String) -> Int? { handlers[name]?(3) }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».register()
          «expect»(«a».call("«add|twice»") != nil)
          """#)),
    Plant(
      Scene(
        "promise-never-resolved",
        types: #"""
          final class «A» {
            let ready = Promise<Int>()
            var result = 0
            func prepare() { ready.then { $0 + «n:1...9» }.whenSettled { self.result = (try? $0.get()) ?? 0 } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».prepare()
          «expect»(!«a».ready.isSettled)
          """#)),
    Plant(
      Scene(
        "actor-cycle", isAsync: true,
        types: #"""
          actor «A» {
            var worker: «B»?
            func start() async {
              let worker = «B»(owner: self)
              self.worker = worker
              await worker.work()
            }
            func note() {}
          }
          actor «B» {
            let owner: «A»
            init(owner: «A») { self.owner = owner }
            func work() async { await owner.note() }
          }
          """#,
        body: #"""
          let «a» = «A»()
          await «a».start()
          let worker = await «a».worker
          «expect»(worker != nil)
          """#)),
    Plant(
      Scene(
        "sink-keeps-publisher",
        types: #"""
          final class «A» {
            let numbers = Subject<Int>()
            var subscriptions: [Subscription] = []
            var sum = 0
            func bind() { numbers.map { $0 * 2 }.sink { self.sum += $0 }.store(in: &subscriptions) }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».bind()
          «a».numbers.send(«n:1...9»)
          «expect»(«a».sum > 0)
          """#)),
    Plant(
      Scene(
        "lazy-closure",
        types: #"""
          final class «A» {
            let title = "«one|two»"
            lazy var describe: () -> String = { "\(self.title)!" }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «expect»(«a».describe().count == 4)
          """#)),
    Plant(
      Scene(
        "nested-closure-trap",
        types: #"""
          final class «A» {
            var onLoad: (() -> Void)?
            var lines = 0
            func perform(_ work: @escaping () -> Void) { work() }
            func follow() {
              onLoad = {
                self.perform { [weak self] in self?.lines += «n:1...9» }
              }
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».follow()
          «a».onLoad?()
          «expect»(«a».lines > 0)
          """#)),
    Plant(
      Scene(
        "enum-payload",
        types: #"""
          final class «A» {
            indirect enum State {
              case idle
              case busy(«A», then: State)
            }
            var state = State.idle
            func start() { state = .busy(self, then: .idle) }
          }
          """#,
        body: #"""
          let «a» = «A»()
          for _ in 0..<«n:1...3» { «a».start() }
          if case .idle = «a».state { «expect»(1 == «n:2...3») }
          """#)),
    Plant(
      Scene(
        "observable-callback",
        types: #"""
          @Observable final class «A» {
            var count = «n:0...5»
            var onSave: (() -> Void)?
            func prepare() { onSave = { self.count += 1 } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».prepare()
          «a».onSave?()
          «expect»(«a».count > 0)
          """#)),
    Plant(
      Scene(
        "observers-array",
        types: #"""
          protocol «C» {
            func update()
          }
          final class «A» {
            var observers: [any «C»] = []
            func change() { for observer in observers { observer.update() } }
          }
          final class «B»: «C» {
            let source: «A»
            var updates = 0
            init(source: «A») {
              self.source = source
              source.observers.append(self)
            }
            func update() { updates += 1 }
          }
          """#,
        body: #"""
          let «a» = «A»()
          let views: [«B»] = (0..<«n:1...4»).map { _ in «B»(source: «a») }
          «a».change()
          «expect»(views.allSatisfy { $0.updates == 1 })
          """#)),
    Plant(
      Scene(
        "noncopyable-owner",
        types: #"""
          struct «B»: ~Copyable {
            var object: «A»?
            let number = «n:1...9»
          }
          final class «A» {
            var owner = «B»(object: nil)
            func own() { owner.object = self }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».own()
          «expect»(«a».owner.number > 0)
          """#)),
    Plant(
      Scene(
        "parameter-pack",
        types: #"""
          final class «A»<each Value> {
            var visit: ((repeat each Value) -> Int)?
            var calls = 0
            func prepare() {
              visit = { (value: repeat each Value) in
                self.calls += 1
                return self.calls
              }
            }
            func call(_ value: repeat each Value) -> Int? { visit?(repeat each value) }
          }
          """#,
        body: #"""
          let «a» = «A»<Int, String>()
          «a».prepare()
          let calls: Int? = «a».call(«n:1...9», "text")
          «expect»(calls == 1)
          """#)),
    Plant(
      Scene(
        "bound-method",
        types: #"""
          final class «A» {
            let button = «B»()
            var taps = 0
            func tap() { taps += 1 }
            func wire() { button.onTap = tap }
          }
          final class «B» {
            var onTap: (() -> Void)?
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».wire()
          for _ in 0..<«n:1...3» { «a».button.onTap?() }
          «expect»(«a».taps > 0)
          """#)),
    Plant(
      Scene(
        "published-wrapper",
        types: #"""
          final class «A» {
            @Published var level = «n:0...5»
            var subscription: Subscription?
            var changes = 0
            func watch() { subscription = $level.sink { _ in self.changes += 1 } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».watch()
          «a».level += 1
          «expect»(«a».changes == 1)
          """#)),
    Plant(
      Scene(
        "work-item",
        types: #"""
          final class «A»: @unchecked Sendable {
            var item: DispatchWorkItem?
            var runs = 0
            func prepare() { item = DispatchWorkItem { self.runs += 1 } }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».prepare()
          «a».item?.perform()
          «expect»(«a».runs == 1)
          """#)),
    Plant(
      Scene(
        "macro-like-storage",
        types: #"""
          final class «A» {
            private var _next: «A»?
            private var _value = «n:1...9»
            var next: «A»? {
              get { _next }
              _modify { yield &_next }
            }
            var value: Int {
              get { _value }
              set { _value = newValue }
            }
          }
          """#,
        body: #"""
          let «a» = «A»()
          «a».next = «A»()
          «a».next?.next = «a»
          «expect»(«a».next?.next?.value == «a».value)
          """#)),
  ]
}
