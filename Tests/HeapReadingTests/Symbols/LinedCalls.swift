import Foundation

@testable import LeakHeapReading
@testable import LeakSymbolication

/// Knows who made it, and the line on which that is written.
final class LinedCall: Sendable {
  /// The return addresses on the stack when it was made, innermost first.
  let calls: [UInt]
  let file: String
  let line: Int

  @inline(never) init(_ note: Int = 0, file: String = #fileID, line: Int = #line) {
    self.file = file
    self.line = line
    calls = Thread.callStackReturnAddresses.map(\.uintValue)
    opaque(note)
  }

  deinit { opaque(line) }
}

extension LinedCall {
  func kept(in place: inout LinedCall?) -> Bool {
    place = self
    return true
  }

  /// An address in the call's instruction, which ends where it returns to.
  var code: UInt? {
    calls.lazy.map { $0 - 1 }.first { code in
      ImageSymbols.symbol(at: code)?.contains("HeapReadingTests") == true
        && Symbolizer.shared.functionName(at: code)?.text.hasPrefix("LinedCall.") == false
    }
  }
}

/// Makes objects in every kind of place. They are not inlined, so that it is theirs that the lines are of.
class CallingController {
  var number = 1
  let inProperty = LinedCall()
  lazy var inLazyProperty = LinedCall()

  @inline(never) func first() -> LinedCall {
    LinedCall()
  }

  @inline(never) func afterOthers() -> LinedCall {
    opaque(number + 200)
    opaque(number + 201)

    // A comment.
    let call = LinedCall()
    opaque(number + 202)
    return call
  }

  @inline(never) func overManyLines() -> LinedCall {
    let call = LinedCall(
      number
        + 203
    )
    opaque(number + 204)
    return call
  }

  @inline(never) func severalOnes() -> [LinedCall] {
    var calls = [
      LinedCall(),
      LinedCall(),
    ]
    for _ in 0..<number { calls.append(LinedCall()) }
    if number > 0 {
      calls.append(LinedCall(205))
    } else {
      calls.append(LinedCall(206))
    }
    return calls
  }

  @inline(never) func inClosure() -> LinedCall {
    let make = {
      opaque(self.number + 207)
      return LinedCall()
    }
    return make()
  }

  @inline(never) func inLocalFunction() -> LinedCall {
    func make() -> LinedCall {
      opaque(number + 208)
      return LinedCall(number)
    }
    return make()
  }

  @inline(never) func generic<Value>(_ value: Value) -> LinedCall {
    withExtendedLifetime(value) {
      LinedCall(209)
    }
  }

  @inline(never) func catching() -> LinedCall? {
    do {
      try failing()
      return nil
    } catch {
      return LinedCall(210)
    }
  }

  private func failing() throws { throw CancellationError() }

  @inline(never) func asynchronous() async -> LinedCall {
    opaque(number + 211)
    await Task.yield()
    return LinedCall(212)
  }

  /// Optimised code has the object made in this function, on the line of the call of the other.
  @inline(never) func throughInlined() -> (call: LinedCall, line: Int) {
    opaque(number + 213)
    return (madeInline(), #line)
  }

  @inline(__always) private func madeInline() -> LinedCall {
    opaque(number + 214)
    return LinedCall(215)
  }

  @inline(never) func inOtherFile() -> LinedCall {
    opaque(number + 216)
    #sourceLocation(file:"Generated/Grammar.swift",line:40_000)
    let call = LinedCall(217)
    #sourceLocation()
    return call
  }
}

/// Where the compiler found this file.
let linedCallsPath = #filePath
