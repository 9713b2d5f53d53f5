extension Scene {
  static let collections: [Scene] = [
    Scene(
      "struct-graph",
      types: #"""
        struct «B» {
          var name: String
          var shared: «A»?
          var children: [«B»] = []
          var count: Int { children.reduce(1) { $0 + $1.count } }
        }
        final class «A» {
          var visits = 0
        }
        """#,
      body: #"""
        let «a» = «A»()
        var root = «B»(name: "root", shared: «a»)
        for index in 0..<«n:2...6» {
          root.children.append(«B»(name: "\(index)", shared: index % 2 == 0 ? «a» : nil))
        }
        var copy = root
        copy.children.removeLast()
        for child in copy.children { child.shared?.visits += 1 }
        «expect»(root.count == copy.count + 1)
        «expect»(«a».visits > 0)
        """#),
    Scene(
      "dictionary-cache", hole: .sync,
      types: #"""
        final class «A» {
          private var cache: [String: «B»] = [:]
          var misses = 0
          func page(_ name: String) -> «B» {
            if let page = cache[name] { return page }
            misses += 1
            let page = «B»(name: name)
            cache[name] = page
            return page
          }
        }
        final class «B» {
          let name: String
          init(name: String) { self.name = name }
        }
        """#,
      body: #"""
        let «a» = «A»()
        for name in ["a", "b", "a", "«c|d|b»"] { _ = «a».page(name).name }
        «inner»
        «expect»(«a».misses < 4)
        """#),
    Scene(
      "set-of-objects",
      types: #"""
        final class «A»: Hashable {
          let number: Int
          init(number: Int) { self.number = number }
          static func == (left: «A», right: «A») -> Bool { left.number == right.number }
          func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }
        """#,
      body: #"""
        var all: Set<«A»> = []
        for number in 0..<«n:5...30» { all.insert(«A»(number: number % «n:3...9»)) }
        let odd = all.filter { $0.number % 2 == 1 }
        «expect»(odd.isSubset(of: all))
        «expect»(all.count <= 9)
        """#),
    Scene(
      "tree-weak-parent",
      types: #"""
        final class «A» {
          «weak|unowned(safe)» var parent: «A»?
          var children: [«A»] = []
          func grow(_ depth: Int) {
            guard depth > 0 else { return }
            for _ in 0..<2 {
              let child = «A»()
              child.parent = self
              children.append(child)
              child.grow(depth - 1)
            }
          }
          var size: Int { children.reduce(1) { $0 + $1.size } }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».grow(«n:1...5»)
        «expect»(«a».size % 2 == 1)
        «expect»(«a».children.allSatisfy { $0.parent === «a» })
        """#),
    Scene(
      "linked-list",
      types: #"""
        final class «B»<Value> {
          let value: Value
          var next: «B»<Value>?
          weak var previous: «B»<Value>?
          init(_ value: Value) { self.value = value }
        }
        final class «A» {
          var head: «B»<Int>?
          weak var tail: «B»<Int>?
          func append(_ value: Int) {
            let node = «B»<Int>(value)
            node.previous = tail
            if let tail { tail.next = node } else { head = node }
            tail = node
          }
          var sum: Int {
            var total = 0
            var node = head
            while let current = node {
              total += current.value
              node = current.next
            }
            return total
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        for value in 1...«n:3...40» { «a».append(value) }
        «expect»(«a».sum >= 6)
        """#),
    Scene(
      "enum-tree",
      types: #"""
        indirect enum «A» {
          case leaf(«B»)
          case pair(«A», «A»)
          case named(String, «A»)
          var weight: Int {
            switch self {
            case .leaf(let object): object.weight
            case .pair(let left, let right): left.weight + right.weight
            case .named(_, let tree): tree.weight
            }
          }
        }
        final class «B» {
          let weight = «n:1...9»
        }
        """#,
      body: #"""
        var tree = «A».leaf(«B»())
        for level in 0..<«n:2...6» {
          tree = level % 2 == 0 ? .pair(tree, .leaf(«B»())) : .named("level \(level)", tree)
        }
        «expect»(tree.weight > 1)
        """#),
    Scene(
      "enum-state-machine", hole: .sync,
      types: #"""
        final class «B» {
          var bytes: [UInt8] = []
        }
        final class «A» {
          enum State {
            case idle
            case loading(«B», progress: Double)
            case done(Result<«B», any Error>)
          }
          var state = State.idle
          func start() { state = .loading(«B»(), progress: 0) }
          func advance() {
            guard case .loading(let content, let progress) = state else { return }
            content.bytes.append(UInt8(progress * 10))
            state = progress >= 0.5 ? .done(.success(content)) : .loading(content, progress: progress + 0.25)
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».start()
        for _ in 0..<«n:3...6» { «a».advance() }
        «inner»
        if case .done(.success(let content)) = «a».state { «expect»(content.bytes.count == 3) }
        """#),
    Scene(
      "existentials",
      types: #"""
        protocol «C» {
          var area: Int { get }
        }
        struct «A»: «C» {
          let side: Int
          let owner: «B»
          var area: Int { side * side }
        }
        final class «B»: «C» {
          var area: Int { «n:1...9» }
        }
        """#,
      body: #"""
        let owner = «B»()
        let shapes: [any «C»] = [owner, «A»(side: «n:2...5», owner: owner), «B»()]
        let anything: [Any] = [shapes[0], 7, owner, "text", shapes]
        «expect»(shapes.map(\.area).reduce(0, +) > 5)
        «expect»(anything.compactMap { $0 as? «B» }.count == 2)
        """#),
    Scene(
      "copy-on-write",
      types: #"""
        final class «B» {
          var values: [Int]
          init(_ values: [Int]) { self.values = values }
        }
        struct «A» {
          private var storage = «B»([])
          var values: [Int] { storage.values }
          mutating func append(_ value: Int) {
            if !isKnownUniquelyReferenced(&storage) { storage = «B»(storage.values) }
            storage.values.append(value)
          }
        }
        """#,
      body: #"""
        var first = «A»()
        for value in 0..<«n:2...9» { first.append(value) }
        var second = first
        second.append(100)
        «expect»(second.values.count == first.values.count + 1)
        """#),
    Scene(
      "arrays-of-closures",
      types: #"""
        final class «A» {
          var steps: [(«A») -> Int] = []
          var table: [String: (Int) -> Int] = [:]
          var base = «n:1...9»
          func fill() {
            steps = [{ $0.base }, { $0.base * 2 }, { [weak self] _ in self?.base ?? 0 }]
            table["add"] = { [weak self] in $0 + (self?.base ?? 0) }
            table["twice"] = { $0 * 2 }
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «a».fill()
        let results: [Int] = «a».steps.map { $0(«a») }
        «expect»(results[1] == 2 * results[0])
        «expect»(«a».table["twice"]?(4) == 8)
        """#),
    Scene(
      "managed-buffer",
      types: #"""
        final class «A»: ManagedBuffer<Int, «B»?> {
          deinit {
            withUnsafeMutablePointers { count, elements in
              _ = elements.deinitialize(count: count.pointee)
            }
          }
        }
        final class «B» {
          var number = 0
        }
        """#,
      body: #"""
        let count = «n:2...12»
        let buffer = «A».create(minimumCapacity: count) { _ in count }
        buffer.withUnsafeMutablePointerToElements { elements in
          for index in 0..<count { (elements + index).initialize(to: index % 2 == 0 ? «B»() : nil) }
        }
        «expect»(buffer.header == count)
        """#),
    Scene(
      "codable",
      types: #"""
        final class «A»: Codable {
          var title: String
          var parts: [«B»]
          init(title: String, parts: [«B»]) {
            self.title = title
            self.parts = parts
          }
        }
        struct «B»: Codable, Equatable {
          var number: Int
          var note: String?
        }
        """#,
      body: #"""
        let parts: [«B»] = (0..<«n:1...5»).map { «B»(number: $0, note: $0 == 2 ? "two" : nil) }
        let data = (try? JSONEncoder().encode(«A»(title: "«la|li»", parts: parts))) ?? Data()
        let «a» = try? JSONDecoder().decode(«A».self, from: data)
        «expect»(«a»?.parts == parts)
        """#),
    Scene(
      "ns-cache",
      types: #"""
        final class «A» {
          let cache = NSCache<NSString, «B»>()
          func value(for key: String) -> «B» {
            if let known = cache.object(forKey: key as NSString) { return known }
            let value = «B»(key: key)
            cache.setObject(value, forKey: key as NSString)
            return value
          }
        }
        final class «B» {
          let key: String
          init(key: String) { self.key = key }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let first = «a».value(for: "«x|y»")
        «expect»(«a».value(for: first.key) === first)
        """#),
    Scene(
      "result-builder",
      types: #"""
        final class «B» {
          let name: String
          init(_ name: String) { self.name = name }
        }
        struct «A» {
          let views: [«B»]
          init(@ListBuilder<«B»> _ content: () -> [«B»]) { views = content() }
        }
        """#,
      body: #"""
        let isWide = «true|false»
        let «a» = «A» {
          «B»("title")
          if isWide { «B»("side") }
          for number in 0..<«n:1...3» { «B»("row \(number)") }
        }
        «expect»(«a».views.count >= 2)
        """#),
    Scene(
      "lazy-properties",
      types: #"""
        final class «A» {
          lazy var parts: [«B»] = (0..<«n:2...6»).map { «B»(number: $0) }
          lazy var index: [Int: «B»] = Dictionary(uniqueKeysWithValues: parts.map { ($0.number, $0) })
          lazy var unused = «B»(number: -1)
        }
        final class «B» {
          let number: Int
          init(number: Int) { self.number = number }
        }
        """#,
      body: #"""
        let «a» = «A»()
        «expect»(«a».index[1] === «a».parts[1])
        """#),
  ]
}
