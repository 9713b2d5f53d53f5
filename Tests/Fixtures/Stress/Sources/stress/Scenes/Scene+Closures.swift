extension Scene {
  static let closures: [Scene] = [
    Scene(
      "closure-weak", hole: .sync,
      types: #"""
        final class «A» {
          var «onFinish|onChange|onTap»: (() -> Void)?
          var handler: (() -> Void)?
          var plays = 0
          func follow(_ next: @escaping () -> Void) {
            handler = { [weak self] in
              self?.plays += «n:1...9»
              next()
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».follow {
          «inner»
        }
        «a».handler?()
        «expect»(«a».plays > 0)
        """#),
    Scene(
      "closure-unowned",
      types: #"""
        final class «A» {
          let title: String
          private(set) lazy var describe: () -> String = { [unowned self] in "\(title)!" }
          init(title: String) { self.title = title }
        }
        """#,
      body: #"""
        let «a» = «A»(title: "«Summertime|Caravan|Misty»")
        «expect»(«a».describe().hasSuffix("!"))
        """#),
    Scene(
      "closure-strong-cleared", hole: .sync,
      types: #"""
        final class «A» {
          var onFinish: (() -> Void)?
          var rounds = 0
          func start() {
            onFinish = {
              self.rounds += 1
              self.onFinish = nil
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        «inner»
        «a».onFinish?()
        «expect»(«a».rounds == 1)
        """#),
    Scene(
      "closure-nested",
      types: #"""
        final class «A» {
          var onLoad: ((Int) -> Void)?
          var lines: [Int] = []
          func load(_ completion: (Int) -> Void) { for line in 0..<«n:2...6» { completion(line) } }
          func prepare() {
            onLoad = { [weak self] count in
              guard let self else { return }
              let add: (Int) -> Void = { [weak self] line in self?.lines.append(line + count) }
              load(add)
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».prepare()
        «a».onLoad?(«n:1...5»)
        «expect»(«a».lines.count >= 2)
        """#),
    Scene(
      "closure-handlers",
      types: #"""
        final class «A» {
          private var handlers: [(String) -> Int] = []
          func add(_ handler: @escaping (String) -> Int) { handlers.append(handler) }
          func fire(_ text: String) -> [Int] { handlers.map { $0(text) } }
        }
        final class «B» {
          var received = 0
          func attach(to source: «A») {
            source.add { [weak self] text in
              self?.received += 1
              return text.count
            }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let listeners: [«B»] = (0..<«n:1...4»).map { _ in «B»() }
        for listener in listeners { listener.attach(to: «a») }
        let counts = «a».fire("«la|tra|dum»")
        «expect»(counts.count == listeners.count)
        «expect»(listeners.allSatisfy { $0.received == 1 })
        """#),
    Scene(
      "closure-completions", hole: .sync,
      types: #"""
        struct «B» {
          var title: String
          var owner: «A»
        }
        final class «A» {
          var log: [String] = []
          func fetch(_ completion: @escaping (Result<«B», any Error>) -> Void) {
            parse { [self] title in completion(.success(«B»(title: title, owner: self))) }
          }
          func parse(_ completion: (String) -> Void) { completion("«one|two|three»") }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».fetch { result in
          if case .success(let value) = result { value.owner.log.append(value.title) }
          «inner»
        }
        «expect»(«a».log.count == 1)
        """#),
    Scene(
      "closure-bound-method",
      types: #"""
        final class «A» {
          var action: ((Int) -> Int)?
          deinit { action = nil }
        }
        final class «B» {
          let factor = «n:2...7»
          func scale(_ value: Int) -> Int { value * factor }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let «b» = «B»()
        «a».action = «b».scale
        «expect»(«a».action?(3) == 3 * «b».factor)
        """#),
    Scene(
      "closure-undo",
      types: #"""
        final class «A» {
          var text = ""
          private var undo: [(«A») -> Void] = []
          func write(_ addition: String) {
            let before = text
            undo.append { $0.text = before }
            text += addition
          }
          func back() { undo.popLast()?(self) }
        }
        """#,
      body: #"""
        let «a» = «A»()
        for word in ["la", "li", "lu"] { «a».write(word) }
        for _ in 0..<«n:1...3» { «a».back() }
        «expect»(«a».text.count < 6)
        """#),
    Scene(
      "closure-local-functions", hole: .sync,
      types: #"""
        final class «A» {
          var depth = 0
        }
        """#,
      body: #"""
        let «a» = «A»()
        func descend(_ level: Int, _ leave: () -> Void) {
          «a».depth = max(«a».depth, level)
          if level < «n:2...6» { descend(level + 1, leave) } else { leave() }
        }
        descend(0) {
          «inner»
        }
        «expect»(«a».depth > 1)
        """#),
    Scene(
      "closure-boxed-capture",
      types: #"""
        final class «A» {
          let step: Int
          init(step: Int) { self.step = step }
          func counter() -> () -> Int {
            var total = 0
            return {
              total += self.step
              return total
            }
          }
        }
        """#,
      body: #"""
        let next = «A»(step: «n:1...5»).counter()
        _ = next()
        «expect»(next() % 2 == 0)
        """#),
    Scene(
      "closure-recursive-cleared",
      types: #"""
        final class «A» {
          var sum = 0
        }
        """#,
      body: #"""
        let «a» = «A»()
        var walk: ((Int) -> Void)?
        walk = { value in
          «a».sum += value
          if value > 0 { walk?(value - 1) }
        }
        walk?(«n:2...8»)
        walk = nil
        «expect»(«a».sum > 2)
        """#),
  ]
}
