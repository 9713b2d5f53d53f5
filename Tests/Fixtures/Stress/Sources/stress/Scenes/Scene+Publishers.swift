extension Scene {
  static let publishers: [Scene] = [
    Scene(
      "publisher-sink", hole: .sync,
      types: #"""
        final class «A» {
          let titles = Subject<String>()
        }
        final class «B» {
          var shown: [String] = []
          private var subscriptions: [Subscription] = []
          func bind(_ model: «A») {
            model.titles.sink { [weak self] title in self?.shown.append(title) }
              .store(in: &subscriptions)
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let «b» = «B»()
        «b».bind(«a»)
        for number in 0..<«n:1...4» { «a».titles.send("title \(number)") }
        «inner»
        «expect»(!«b».shown.isEmpty)
        """#),
    Scene(
      "publisher-pipeline",
      types: #"""
        final class «A» {
          let numbers = Subject<Int>()
          var subscription: Subscription?
          var texts: [String] = []
          func start() {
            subscription = numbers.filter { $0 % 2 == 0 }.map { "\($0)" }
              .sink { [unowned self] in texts.append($0) }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        for number in 0..<«n:3...9» { «a».numbers.send(number) }
        «expect»(«a».texts.count >= 2)
        """#),
    Scene(
      "publisher-assign",
      types: #"""
        final class «A» {
          var level = 0
          var subscription: Subscription?
        }
        """#,
      body: #"""
        let «a» = «A»()
        let levels = Subject<Int>()
        «a».subscription = levels.assign(to: \.level, on: «a»)
        levels.send(«n:1...9»)
        «expect»(«a».level > 0)
        """#),
    Scene(
      "publisher-strong-cancelled",
      types: #"""
        final class «A» {
          let events = Subject<Int>()
          var subscription: Subscription?
          var sum = 0
          func start() { subscription = events.sink { self.sum += $0 } }
          func stop() {
            subscription?.cancel()
            subscription = nil
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        for value in 1...«n:2...5» { «a».events.send(value) }
        «a».stop()
        «expect»(«a».sum >= 3)
        """#),
    Scene(
      "published-wrapper",
      types: #"""
        final class «A» {
          @Published var volume = «n:1...5»
          @Clamped(0...10) var balance = 5
          @Locked var name = "«left|right»"
          var changes: [Int] = []
          var subscription: Subscription?
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».subscription = «a».$volume.sink { [weak «a»] in «a»?.changes.append($0) }
        «a».volume += 1
        «a».balance += 100
        «a».name += "!"
        «expect»(«a».changes == [«a».volume])
        «expect»(«a».balance == 10)
        """#),
    Scene(
      "promise-chain", hole: .sync,
      types: #"""
        final class «A» {
          let ready = Promise<Int>()
          var text: String?
          func prepare() {
            ready.then { $0 * 2 }.flatMap { number -> Promise<String> in
              let promise = Promise<String>()
              promise.resolve("\(number)")
              return promise
            }.whenSettled { [self] result in text = try? result.get() }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».prepare()
        «inner»
        «a».ready.resolve(«n:1...9»)
        «expect»(«a».text != nil)
        """#),
    Scene(
      "promise-rejected",
      types: #"""
        final class «A»: Error {
          let code = «n:1...9»
        }
        """#,
      body: #"""
        let promise = Promise<[Int]>()
        var seen: «A»?
        promise.then { $0.count }.then { "\($0)" }.whenSettled { result in
          if case .failure(let error) = result { seen = error as? «A» }
        }
        promise.reject(«A»())
        «expect»(seen != nil)
        """#),
    Scene(
      "store-reducer",
      types: #"""
        struct «B» {
          var items: [Int] = []
          var selected: Int?
        }
        final class «A» {
          enum Action {
            case add(Int)
            case select(Int)
            case clear
          }
          private(set) var state = «B»() {
            didSet { for observer in observers { observer(state) } }
          }
          var observers: [(«B») -> Void] = []
          func send(_ action: Action) {
            switch action {
            case .add(let item): state.items.append(item)
            case .select(let item): state.selected = state.items.contains(item) ? item : nil
            case .clear: state = «B»()
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        var changes = 0
        «a».observers.append { _ in changes += 1 }
        for item in 0..<«n:2...5» { «a».send(.add(item)) }
        «a».send(.select(1))
        «expect»(«a».state.selected == 1)
        «a».send(.clear)
        «expect»(changes >= 4)
        """#),
  ]
}
