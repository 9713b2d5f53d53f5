import CLeakHeapRoots

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

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
  var own = crt_unwind_frame()
  crt_unwind_here(&own)
  let images = [crt_unwind_image](unsafeUninitializedCapacity: 1000) { images, count in
    count = min(images.count, crt_unwind_images(images.baseAddress, images.count))
  }
  var frames = [crt_unwound_frame](repeating: crt_unwound_frame(), count: 2)
  let stack = own.registers.7
  let count = images.withUnsafeBufferPointer { images in
    var table = crt_unwind_table(images: images.baseAddress, count: images.count)
    var ending = CRT_UNWIND_LOST
    return crt_unwind_thread(
      &table, &own, stack, stack + (1 << 16), false, &frames, frames.count, &ending)
  }
  precondition(count == 2 && frames[1].is_frame_pointer_known)
  // An address in the instruction of the call.
  let code = frames[1].pc - 1
  let bias = UInt64(LoadedImage.bias(at: code) ?? 0)
  return Sighting(at: code, FrameState(framePointer: frames[1].frame_pointer, bias: bias), expected)
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
