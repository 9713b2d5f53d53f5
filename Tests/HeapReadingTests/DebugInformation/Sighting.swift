import CRuntime

@testable import HeapReading

/// What the reader finds of the variables of a frame, and what it should find.
struct Sighting: Sendable {
  /// What is known of a variable.
  enum Expectation: Hashable, Sendable {
    /// Where it is.
    case at(UInt)
    /// The first word of its value.
    case word(UInt)

    static func object(_ object: AnyObject) -> Self {
      .word(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }
  }

  /// The variables in scope.
  var locals: [DebugLocal]?
  var expected: [String: Expectation] = [:]
  /// The same, as it was found.
  var found: [String: Expectation] = [:]

  /// Finds the variables at `code`, and of those that something is expected of, the innermost.
  init(at code: UInt, _ state: some DebugMachineState, _ expected: [String: Expectation]) {
    locals = ImageSymbols.locals(inFunctionAt: code)
    self.expected = expected
    for (name, expectation) in expected {
      let location = locals?.last { $0.name == name }?.location
      guard case .memory(let address)? = location?.evaluate(state) else { continue }
      switch expectation {
      case .at: found[name] = .at(UInt(address))
      case .word: found[name] = state.word(at: address).map { .word(UInt($0)) }
      }
    }
  }
}

/// Looks at the frame of the function that calls this one.
@inline(never)
func look(_ expected: [String: Sighting.Expectation]) -> Sighting {
  var returns = [UInt](repeating: 0, count: 4)
  var frames = [UInt](repeating: 0, count: 4)
  let count = crt_own_frames(&returns, &frames, 4)
  precondition(count > 2)
  // An address in the instruction of the call.
  let code = returns[1] - 1
  let bias = UInt64(LoadedImage.bias(at: code) ?? 0)
  return Sighting(at: code, FrameState(framePointer: frames[2], bias: bias), expected)
}

/// What a frame of a function that has a frame pointer tells, and no other register.
struct FrameState: DebugMachineState {
  private static let framePointerRegister = 6

  var framePointer: UInt
  var bias: UInt64

  func register(_ number: Int) -> UInt64? {
    number == Self.framePointerRegister ? UInt64(framePointer) : nil
  }

  func entryRegister(_ number: Int) -> UInt64? { nil }

  // Behind the caller's frame pointer and the return address.
  var canonicalFrameAddress: UInt64? { UInt64(framePointer) + 16 }

  func word(at address: UInt64) -> UInt64? { UInt64(Address(UInt(address)).word()) }
}
