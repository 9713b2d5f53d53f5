import CLeakHeapRoots
import Foundation

/// How often the caller is found when no more is known of a function than its stack pointer and where it is.
struct Guesses {
  /// By the rules, and by a guess.
  var known = 0
  var right = 0
  var wrong = 0
  var none = 0

  /// Steps from each function of a stack as if nothing had been known, and compares with the next.
  mutating func add(_ frames: [Frame], on stack: Stack) {
    for (frame, next) in zip(frames, frames.dropFirst()) {
      var stack = stack
      stack.frame = crt_unwind_frame_at(frame.pc, frame.stackPointer)
      stack.frame.is_caller = frame.isCaller
      if stack.step() == CRT_UNWIND_STEPPED {
        known += 1
        if !Frame(stack.frame).agrees(with: next) { wrong += 1 }
      } else if stack.guess() == CRT_UNWIND_STEPPED {
        if Frame(stack.frame).agrees(with: next) { right += 1 } else { wrong += 1 }
      } else {
        none += 1
      }
    }
  }
}

extension Unwindings {
  /// Says how it goes on the stacks of all situations in which a thread looks at its own callers.
  static func guesses() async -> String {
    var sum = Guesses()
    for situation in own {
      let guesses = await situation.look().guesses
      sum.known += guesses.known
      sum.right += guesses.right
      sum.wrong += guesses.wrong
      sum.none += guesses.none
    }
    FileHandle.standardError.write(Data("\(sum)\n".utf8))
    return "wrong: \(sum.wrong); most are right: \(sum.right > 2 * sum.none)"
  }

  /// Says how long it takes to unwind fifty functions.
  static func time() -> String {
    var time = Duration.zero
    recurse(50) {
      var frame = crt_unwind_frame()
      crt_unwind_here(&frame)
      let stack = Stack(frame)
      let rounds = 1000
      time =
        ContinuousClock().measure {
          for _ in 0..<rounds { stack.passFifty() }
        } / rounds
    }
    return "50 functions: \(time)"
  }
}
