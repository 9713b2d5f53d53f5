extension Scene {
  static let generics: [Scene] = [
    Scene(
      "parameter-pack",
      types: #"""
        final class «A»<each Value> {
          let values: (repeat each Value)
          let visit: (repeat each Value) -> Int
          init(_ value: repeat each Value, visit: @escaping (repeat each Value) -> Int) {
            values = (repeat each value)
            self.visit = visit
          }
          func call() -> Int { visit(repeat each values) }
        }
        final class «B» {
          let number = «n:1...9»
        }
        """#,
      body: #"""
        let «b» = «B»()
        let pair = «A»<«B», Int>(«b», «n:1...9») { [weak «b»] first, second in
          first.number + second + («b» == nil ? 1 : 0)
        }
        let triple = «A»<Int, String, [«B»]>(1, "«x|y»", [«b»]) { $0 + $1.count + $2.count }
        «expect»(pair.call() > 1)
        «expect»(triple.call() == 3)
        """#),
    Scene(
      "associated-types", hole: .sync,
      types: #"""
        protocol «C»: AnyObject {
          associatedtype Item
          associatedtype Key: Hashable
          var items: [Key: Item] { get set }
          func key(of item: Item) -> Key
        }
        extension «C» {
          func add(_ item: Item) { items[key(of: item)] = item }
        }
        final class «A»: «C» {
          var items: [String: «B»] = [:]
          func key(of item: «B») -> String { item.name }
        }
        final class «B» {
          let name: String
          init(name: String) { self.name = name }
        }
        """#,
      body: #"""
        let «a» = «A»()
        func fill<Store: «C»>(_ store: Store, _ items: [Store.Item]) { for item in items { store.add(item) } }
        fill(«a», ["a", "b", "«a|c»"].map { «B»(name: $0) })
        «inner»
        «expect»(«a».items.count >= 2)
        """#),
    Scene(
      "generic-subclass",
      types: #"""
        class «A»<Element> {
          var elements: [Element] = []
          var onAdd: ((Element) -> Void)?
          func add(_ element: Element) {
            elements.append(element)
            onAdd?(element)
          }
        }
        final class «B»: «A»<(Int, String)> {
          var total = 0
          override init() {
            super.init()
            onAdd = { [weak self] pair in self?.total += pair.0 }
          }
        }
        """#,
      body: #"""
        let «b» = «B»()
        for number in 1...«n:2...6» { «b».add((number, "number \(number)")) }
        «expect»(«b».total >= 3)
        """#),
    Scene(
      "type-erasure",
      types: #"""
        struct «A»<Output> {
          private let run: (Int) -> Output
          init<Base>(_ base: Base, _ run: @escaping (Base, Int) -> Output) {
            self.run = { run(base, $0) }
          }
          func callAsFunction(_ value: Int) -> Output { run(value) }
        }
        final class «B» {
          let offset = «n:1...9»
        }
        """#,
      body: #"""
        let erased: [«A»<Int>] = [
          «A»<Int>(«B»()) { $0.offset + $1 }, «A»<Int>("«text|word»") { $0.count + $1 },
        ]
        let values: [Int] = erased.map { $0(«n:1...3») }
        «expect»(values.allSatisfy { $0 > 0 })
        """#),
    Scene(
      "key-paths",
      types: #"""
        final class «A» {
          var title = "«one|two»"
          var size = «Small()|Small()»
          struct Small {
            var width = «n:1...9»
            var height = 2
          }
        }
        """#,
      body: #"""
        let «a» = «A»()
        let paths: [WritableKeyPath<«A», Int>] = [\.size.width, \.size.height]
        var copy = «a»
        for path in paths { copy[keyPath: path] += 1 }
        let read: («A») -> String = \.title
        «expect»(read(«a»).count == 3)
        «expect»(«a».size.height == 3)
        """#),
    Scene(
      "dynamic-members",
      types: #"""
        @dynamicMemberLookup struct «A»<Root: AnyObject> {
          let root: Root
          subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Root, Value>) -> Value {
            get { root[keyPath: path] }
            nonmutating set { root[keyPath: path] = newValue }
          }
        }
        final class «B» {
          var count = «n:0...5»
          var names: [String] = []
        }
        """#,
      body: #"""
        let lens = «A»<«B»>(root: «B»())
        lens.count += 1
        lens.names = ["«a|b»"]
        «expect»(lens.count > 0)
        «expect»(lens.names.count == 1)
        """#),
    Scene(
      "builder-fluent",
      types: #"""
        final class «A» {
          private var steps: [() -> String] = []
          func step(_ make: @escaping @autoclosure () -> String) -> Self {
            steps.append(make)
            return self
          }
          func build() -> String { steps.map { $0() }.joined(separator: "-") }
        }
        """#,
      body: #"""
        let number = «n:1...9»
        let text = «A»().step("a").step("\(number)").step("«b|c»").build()
        «expect»(text.count == 5)
        """#),
    Scene(
      "opaque-results",
      types: #"""
        protocol «C» {
          func value() -> Int
        }
        struct «A»<Inner: «C»>: «C» {
          let inner: Inner
          let extra: «B»
          func value() -> Int { inner.value() + extra.number }
        }
        final class «B»: «C» {
          let number = «n:1...9»
          func value() -> Int { number }
          func wrapped() -> some «C» { «A»(inner: «A»(inner: self, extra: self), extra: «B»()) }
        }
        """#,
      body: #"""
        let «b» = «B»()
        let wrapped = «b».wrapped()
        let erased: any «C» = wrapped
        «expect»(erased.value() > 2)
        """#),
    Scene(
      "protocol-composition",
      types: #"""
        protocol «C»: AnyObject {
          var name: String { get }
        }
        final class «A»: «C», CustomStringConvertible {
          let name = "«alto|bass»"
          var description: String { "<\(name)>" }
        }
        struct «B» {
          weak var listener: (any «C»)?
          var shown: (any «C» & CustomStringConvertible)?
        }
        """#,
      body: #"""
        let «a» = «A»()
        var holder = «B»(listener: «a», shown: «a»)
        «expect»(holder.listener?.name.count == 4)
        «expect»(holder.shown?.description.count == 6)
        holder.shown = nil
        """#),
  ]
}
