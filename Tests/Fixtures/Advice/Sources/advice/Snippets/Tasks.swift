/// Tasks that an object has, and that have the object.
extension Snippet {
  static let tasks = [
    LoopOverOwnStream.snippet, LoopOverOwnProperty.snippet, LoopOverParameter.snippet,
    TaskThatWaits.snippet, TaskInItsMethod.snippet,
  ]
}

/// What notes the numbers of a stream, and ends that when it goes.
@MainActor class NumberReader {
  let (numbers, source) = AsyncStream<Int>.makeStream()
  var task: Task<Void, Never>?
  let log: Log

  init(_ log: Log) { self.log = log }
  deinit { source.finish() }

  /// Gives the task two numbers, and waits until it has noted as much as it will.
  func use(until noteCount: Int = 2) async {
    source.yield(1)
    source.yield(2)
    while log.notes.count < noteCount { await Task.yield() }
  }
}

enum LoopOverOwnStream {
  @MainActor final class Reader: NumberReader {
    func start() {
      task = Task { for await number in numbers { self.log.note("number \(number)") } }
    }
  }

  static let snippet = Snippet("a task's loop over a stream of its object") { log in
    let reader = Reader(log)
    reader.start()
    await reader.use()
    return reader
  }
}

enum LoopOverOwnProperty {
  @MainActor final class Reader: NumberReader {
    private var sum = 0

    func start() {
      task = Task {
        for await number in self.numbers {
          self.sum += number
          self.log.note("sum \(self.sum)")
        }
      }
    }
  }

  static let snippet = Snippet("a task's loop over a property of its object") { log in
    let reader = Reader(log)
    reader.start()
    await reader.use()
    return reader
  }
}

enum LoopOverParameter {
  @MainActor final class Reader: NumberReader {
    private var sum = 0

    func start(_ numbers: AsyncStream<Int>) {
      task = Task {
        for await number in numbers {
          self.sum += number
          self.log.note("sum \(self.sum)")
        }
      }
    }
  }

  static let snippet = Snippet("a task's loop over a parameter") { log in
    let reader = Reader(log)
    reader.start(reader.numbers)
    await reader.use()
    return reader
  }
}

enum TaskThatWaits {
  @MainActor final class Reader: NumberReader {
    func start(_ gate: AsyncStream<Int>) {
      task = Task {
        self.log.note("waits")
        for await _ in gate { await Task.yield() }
        self.log.note("ends")
      }
    }
  }

  static let snippet = Snippet("a task that waits", expects: .sentence) { log in
    let reader = Reader(log)
    reader.start(reader.numbers)
    await reader.use(until: 1)
    return reader
  }
}

enum TaskInItsMethod {
  @MainActor final class Reader: NumberReader {
    private func read() async {
      for await number in numbers { log.note("number \(number)") }
    }

    func start() {
      task = Task { await self.read() }
    }
  }

  static let snippet = Snippet("a task in a method of its object", expects: .sentence) { log in
    let reader = Reader(log)
    reader.start()
    await reader.use()
    return reader
  }
}
