import LeakBase

extension RandomHeap {
  /// How many parts of a random heap are alive.
  ///
  /// It lives as long as the process: optimised code may give a part back after the last use of its census, and the
  /// part then counts itself out.
  final class Census: @unchecked Sendable {
    private static let all = VisibleMutex<[Census]>([])

    var alive = 0

    init() {
      Self.all.withLock { $0.append(self) }
    }
  }

  /// An object of a random heap: what the heap's cells, closures and collections refer to.
  ///
  /// Everything that a part holds can be let go of at once, which breaks every cycle that it is part of.
  class Part: Hashable, Named, Attached {
    let number: Int
    /// Objects that hold values of any type.
    var cells: [Part] = []
    // Neither counted as a reference nor a weak reference that would give every part a side table.
    private unowned(unsafe) let census: Census

    init(number: Int, census: Census) {
      self.number = number
      self.census = census
      census.alive += 1
    }

    deinit {
      census.alive -= 1
    }

    func sever() {
      cells = []
    }

    func touch() {}

    static func == (left: Part, right: Part) -> Bool { left === right }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
    }
  }

  /// What existentials of random heaps are made of.
  protocol Named {
    var number: Int { get }
  }

  /// The same, for classes only.
  protocol Attached: AnyObject {
    func touch()
  }

  /// A part that keeps a value of any type.
  final class Cell<Value>: Part {
    private let flag = true
    private var value: Value

    init(_ value: Value, number: Int, census: Census) {
      self.value = value
      super.init(number: number, census: census)
    }

    func read() -> Value { value }
  }

  /// What a test holds of a random heap: it reaches every part.
  final class Owner {
    var parts: [Part] = []

    /// Lets go of everything.
    func sever() {
      for part in parts { part.sever() }
      parts = []
    }
  }
}
