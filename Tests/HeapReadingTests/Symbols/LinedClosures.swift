/// A function as it is stored, and the line on which it is written.
struct Lined {
  var function: () -> Void
  var line: Int

  init(_ function: @escaping () -> Void, line: Int = #line) {
    self.function = function
    self.line = line
  }

  /// The function's first word: its code.
  var code: UInt { withUnsafeBytes(of: self) { $0.load(as: UInt.self) } }
}

/// An asynchronous function as it is stored, and the line on which it is written.
struct LinedAsync {
  var function: () async -> Void
  var line: Int

  init(_ function: @escaping () async -> Void, line: Int = #line) {
    self.function = function
    self.line = line
  }

  var code: UInt { withUnsafeBytes(of: self) { $0.load(as: UInt.self) } }
}

/// Makes functions of every kind, each on the line that its value names.
class LinedController {
  var number = 1
  lazy var handler = Lined { opaque(self.number + 100) }

  func plain() -> Lined {
    Lined { opaque(self.number + 101) }
  }

  func inThirdPlace() -> Lined {
    opaque(102)
    opaque(103)
    return Lined {
      // What is done stands below the beginning.

      opaque(self.number + 104)
    }
  }

  func nested() -> Lined {
    let outer = {
      Lined {
        opaque(self.number + 105)
      }
    }
    return outer()
  }

  func captureListOnly() -> Lined {
    Lined { [self] in opaque(number + 106) }
  }

  func weakly() -> Lined {
    Lined { [weak self] in
      opaque(self?.number ?? 107)
    }
  }

  func generic<Value>(_ value: Value) -> Lined {
    Lined {
      opaque(self.number + 108)
      withExtendedLifetime(value) {}
    }
  }

  func local() -> Lined {
    let line = #line + 1
    func step() {
      opaque(number + 109)
    }
    return Lined(step, line: line)
  }

  func asynchronous() -> LinedAsync {
    LinedAsync {
      opaque(self.number + 110)
      await Task.yield()
      opaque(self.number + 111)
    }
  }

  @inline(never) func refresh() { opaque(number + 112) }

  func method() -> Lined {
    opaque(113)
    return Lined(refresh)
  }
}

func linedFree(_ number: Int) -> Lined {
  Lined { opaque(number + 114) }
}

func linedFunction() -> Lined {
  Lined(linedStored, line: linedStoredLine)
}

private let linedStoredLine = #line + 2

private func linedStored() {
  opaque(115)
}

/// Makes an autoclosure, of which the compiler notes no line: that of the function around it stands for it.
func linedAutoclosure(_ number: Int) -> (code: UInt, line: Int) {
  (autoclosureCode(number + 116), #line - 1)
}

private struct StoredAutoclosure {
  var function: () -> Int
}

private func autoclosureCode(_ value: @autoclosure @escaping () -> Int) -> UInt {
  withUnsafeBytes(of: StoredAutoclosure(function: value)) { $0.load(as: UInt.self) }
}

/// Where the compiler found this file.
let linedClosuresPath = #filePath
