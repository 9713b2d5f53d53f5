import CLeakBase
import CLeakHeapRoots
import CUnwindingScenes
import Foundation

/// A function on a stack: where it is, where its part of the stack begins, and those of the registers that a callee
/// preserves which are known.
struct Frame: Equatable {
  var pc: UInt
  var stackPointer: UInt
  var isCaller: Bool
  var registers: [Int: UInt]

  /// Whether the two are the same function on a stack, and no register differs that both know.
  func agrees(with other: Frame) -> Bool {
    pc == other.pc && stackPointer == other.stackPointer && isCaller == other.isCaller
      && registers.allSatisfy { other.registers[$0] == nil || other.registers[$0] == $1 }
  }

  var knowsFramePointer: Bool { registers[Frame.framePointer] != nil }

  #if arch(arm64)
    static let framePointer = 29
    static let stackPointer = 31
  #else
    static let framePointer = 6
    static let stackPointer = 7
  #endif
  static let preserved = (Int(UWS_FIRST_PRESERVED)...Int(UWS_LAST_PRESERVED)).filter {
    UInt(UWS_PRESERVED) >> UInt($0) & 1 == 1
  }
}

// MARK: The kit's

extension Frame {
  init(_ frame: crt_unwind_frame) {
    let words = withUnsafeBytes(of: frame.registers) { Array($0.bindMemory(to: UInt.self)) }
    let known = Frame.preserved.filter { frame.known >> UInt32($0) & 1 == 1 }
    self.init(
      pc: frame.pc, stackPointer: words[Frame.stackPointer], isCaller: frame.is_caller,
      registers: Dictionary(uniqueKeysWithValues: known.map { ($0, words[$0]) }))
  }

  init(_ frame: crt_unwound_frame) {
    var known = frame.is_frame_pointer_known ? [Frame.framePointer: frame.frame_pointer] : [:]
    for number in Frame.preserved {
      let place = withUnsafePointer(to: frame) { crt_unwound_place($0, Int32(number)) }
      if let register = UnsafePointer<UInt>(bitPattern: place) { known[number] = register.pointee }
    }
    self.init(
      pc: frame.pc, stackPointer: frame.stack_pointer, isCaller: frame.is_caller, registers: known)
  }
}

/// The functions from one on outwards, as the kit unwinds them.
struct Unwinding: Equatable {
  var frames: [Frame] = []
  var ending = CRT_UNWIND_STEPPED

  private static let limit = 10_000

  /// Steps by the rules alone.
  init(_ innermost: crt_unwind_frame) {
    var stack = Stack(innermost)
    while ending == CRT_UNWIND_STEPPED, frames.count < Unwinding.limit {
      frames.append(Frame(stack.frame))
      ending = stack.step()
    }
  }

  /// All at once, with guesses, in the process or in a copy of it.
  init(thread innermost: crt_unwind_frame, inCopy: Bool = false) {
    let stack = Stack(innermost)
    let found = stack.all(limit: Unwinding.limit, inCopy: inCopy, ending: &ending)
    frames = found.map { Frame($0) }
    for (frame, next) in zip(found, found.dropFirst()) {
      precondition(frame.cfa == next.stack_pointer)
    }
  }
}

/// A place on a stack, and the way outwards.
struct Stack {
  var frame: crt_unwind_frame
  private let low: UInt
  private let high: UInt

  init(_ innermost: crt_unwind_frame) {
    frame = innermost
    low = Frame(innermost).stackPointer
    high = stackEnd(low)
  }

  mutating func step() -> crt_unwind_status {
    withTable { table in crt_unwind_step(table, &frame, low, high) }
  }

  mutating func guess() -> crt_unwind_status {
    withTable { table in crt_unwind_guess(table, &frame, low, high) }
  }

  func all(limit: Int, inCopy: Bool, ending: inout crt_unwind_status) -> [crt_unwound_frame] {
    var frame = frame
    return withTable { table in
      [crt_unwound_frame](unsafeUninitializedCapacity: limit) { frames, count in
        let frames = frames.baseAddress
        count =
          inCopy
          ? uws_unwind_in_copy(table, &frame, low, high, frames, limit, &ending)
          : crt_unwind_thread(table, &frame, low, high, true, frames, limit, &ending)
      }
    }
  }

  /// Unwinds fifty functions.
  func passFifty() {
    var stack = self
    withTable { table in
      for _ in 0..<50 { crt_unwind_step(table, &stack.frame, low, high) }
    }
  }

  private func withTable<Value>(_ body: (UnsafePointer<crt_unwind_table>) -> Value) -> Value {
    Stack.images.withUnsafeBufferPointer { images in
      var table = crt_unwind_table(images: images.baseAddress, count: images.count)
      return body(&table)
    }
  }

  private static let images = [crt_unwind_image](unsafeUninitializedCapacity: 1000) {
    images, count in
    count = min(1000, crt_unwind_images(images.baseAddress, 1000))
  }
}

/// Where the memory ends that a stack is in.
private func stackEnd(_ stackPointer: UInt) -> UInt {
  let limit = 20_000
  let regions = [crt_region](unsafeUninitializedCapacity: limit) { buffer, count in
    count = min(limit, crt_memory_map(buffer.baseAddress, limit))
  }
  return regions.first { $0.start <= stackPointer && stackPointer < $0.end }?.end ?? stackPointer
}

// MARK: The oracle's

extension Frame {
  init(_ frame: uws_frame) {
    let words = withUnsafeBytes(of: frame.registers) { Array($0.bindMemory(to: UInt.self)) }
    self.init(
      pc: frame.pc, stackPointer: frame.stack_pointer, isCaller: frame.is_caller,
      registers: Dictionary(uniqueKeysWithValues: Frame.preserved.map { ($0, words[$0]) }))
  }

  /// The functions from the caller on outwards, as exceptions are unwound.
  @inline(never)
  static func callers() -> [Frame] {
    let limit = 10_000
    let frames = [uws_frame](unsafeUninitializedCapacity: limit) { buffer, count in
      count = uws_backtrace(buffer.baseAddress, limit)
    }
    return frames.map { Frame($0) }
  }
}
