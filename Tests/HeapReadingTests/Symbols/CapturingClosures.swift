/// Makes closures whose captures have names.
final class Capturer {
  final class Part {
    var number = 1
  }

  var number = 1

  func own() -> Capturing { Capturing { opaque(self.number + 300) } }

  func constant(_ part: Part) -> Capturing { Capturing { opaque(part.number + 301) } }

  func several(_ first: Part, _ second: Part, count: Int) -> Capturing {
    Capturing { opaque(first.number + second.number + count + self.number + 302) }
  }

  func listed(_ part: Part) -> Capturing {
    Capturing { [renamed = part] in opaque(renamed.number + 303) }
  }

  func optional(_ part: Part?) -> Capturing {
    Capturing { opaque((part?.number ?? 0) + self.number + 304) }
  }

  func variable(_ part: Part) -> Capturing {
    var token: Part? = part
    return Capturing {
      opaque((token?.number ?? 0) + 305)
      token = nil
    }
  }

  func withParameters(_ part: Part) -> CapturingInt {
    CapturingInt { word, other in opaque(part.number + word + other + 306) }
  }

  func local(_ part: Part) -> Capturing {
    func step() { opaque(part.number + 307) }
    return Capturing(step)
  }

  func asynchronous(_ part: Part) -> CapturingAsync {
    CapturingAsync {
      await Task.yield()
      opaque(part.number + 308)
    }
  }

  func nothing() -> Capturing { Capturing { opaque(309) } }
}

/// Functions as properties store them.
struct Capturing {
  var function: () -> Void
  init(_ function: @escaping () -> Void) { self.function = function }
}

struct CapturingInt {
  var function: (Int, Int) -> Void
  init(_ function: @escaping (Int, Int) -> Void) { self.function = function }
}

struct CapturingAsync {
  var function: () async -> Void
  init(_ function: @escaping () async -> Void) { self.function = function }
}
