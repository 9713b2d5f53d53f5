import CLeakHeapRoots
import LeakSymbolication

/// A thread of the process, as it was in a copy.
struct CopiedThread {
  /// A function on the thread's stack.
  struct Frame {
    fileprivate let unwound: crt_unwound_frame

    /// An address in the instruction that the function has come to.
    var code: UInt { unwound.is_caller ? unwound.pc &- 1 : unwound.pc }

    /// The part of the stack that is the function's.
    var memory: Range<UInt> {
      unwound.stack_pointer..<max(unwound.cfa, unwound.stack_pointer)
    }

    /// The frame pointer, where it is known.
    var framePointer: UInt? {
      unwound.is_frame_pointer_known ? unwound.frame_pointer : nil
    }

    /// Whether the way to this frame was guessed.
    var isGuessed: Bool { unwound.is_guessed }

    /// Where the stack has the function's value of a register that a callee preserves; `nil` where it has none.
    func place(ofRegister number: Int) -> UInt? {
      let place = withUnsafePointer(to: unwound) { crt_unwound_place($0, Int32(number)) }
      return place == 0 ? nil : place
    }

    /// Whether the function's value of a register is at `slot`.
    func hasRegister(at slot: UInt) -> Bool {
      withUnsafePointer(to: unwound) { crt_unwound_has_register($0, slot) }
    }
  }

  let thread: RootThread
  /// Its number.
  let id: Int32
  /// The functions on its stack, innermost first; none of a thread that was running.
  let frames: [Frame]

  init(_ index: Int, in copy: ProcessCopy) {
    let state = crt_search_thread(copy.search, index)
    let name = withUnsafeBytes(of: state.name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    id = state.id
    thread = RootThread(name: name, isMain: state.is_main)
    var found: UnsafePointer<crt_unwound_frame>?
    var count = 0
    guard crt_search_frames(copy.search, index, &found, &count) == CRT_SEARCH_DONE else {
      frames = []
      return
    }
    frames = UnsafeBufferPointer(start: found, count: count).map(Frame.init)
  }

  /// Where the dictionaries of the process's threads are referred to, and the number of each one's thread. A thread keeps its
  /// object of Foundation's, and with it what is in its `threadDictionary`, for as long as it runs.
  static func dictionaries(in copy: ProcessCopy) -> [UInt: Int] {
    var dictionaries: [UInt: Int] = [:]
    for index in 0..<crt_search_thread_count(copy.search) {
      let thread = crt_search_thread(copy.search, index)
      for slot in stride(from: thread.values_start, to: thread.values_end, by: 8) {
        guard let object = copy.word(at: slot), object > 0x10000, object & 7 == 0,
          let isa = copy.word(at: object),
          let offset = copy.compiler.threadDictionaryOffset(ofIsa: isa)
        else { continue }
        dictionaries[object + UInt(offset)] = index
      }
    }
    return dictionaries
  }

  /// The position of the frame whose word is at `slot`, and a place in its part of the stack: `slot` itself, or where the frame begins
  /// that has the word in a register, which was saved there.
  ///
  /// Such a register is the outermost frame's that has it there. That one saved it for its own caller before it made use of the register,
  /// and those further in leave it alone.
  func owner(ofWordAt slot: UInt) -> (frame: Int?, place: UInt) {
    if let owner = frames.lastIndex(where: { $0.hasRegister(at: slot) }) {
      return (owner, frames[owner].memory.lowerBound)
    }
    return (frames.firstIndex { $0.memory.contains(slot) }, slot)
  }

  /// The nearest frame of the program's to the one at `position`: that one, or what it has called, or what has called it.
  func programFrame(under position: Int) -> Int? {
    frames[...position].lastIndex(where: Self.isProgram)
      ?? frames[position...].firstIndex(where: Self.isProgram)
  }

  /// The innermost frame of the program's, which is none of the kit's: what is further in, it has called.
  var innermostProgramFrame: Int? {
    frames.firstIndex {
      Self.isProgram($0) && !KitModules.declare(functionAt: $0.code)
    }
  }

  /// Whether the frame at `position` has the word `context`, or the function that called it, with the thunks between them.
  ///
  /// - Complexity: O(*n*) in the words of the frames up to that function.
  func isCalled(_ position: Int, with context: UInt, in copy: ProcessCopy) -> Bool {
    let callers = frames.indices.dropFirst(position + 1)
    guard let caller = callers.first(where: { Self.isProgram(frames[$0]) }) ?? callers.last else {
      return false
    }
    // Frame by frame: those of a signal's handler may be on another stack, and what is between the stacks is neither's.
    return frames[...caller].contains { frame in
      stride(from: frame.memory.lowerBound, to: frame.memory.upperBound, by: 8).contains { slot in
        copy.word(at: slot) == context
          && owner(ofWordAt: slot).frame.map((position...caller).contains) ?? false
      }
    }
  }

  /// Whether the function is one that somebody wrote: a thunk is nobody's, and does what the function does that it calls.
  static func isProgram(_ frame: Frame) -> Bool {
    ProgramCode.contains(frame.code)
      && Symbolizer.shared.functionName(at: frame.code)?.kind != .thunk
  }

  /// Whether the program, or a library of its, made the thread for one purpose: neither is it the main thread, nor one of those
  /// that do what anybody gives them.
  var isProgramsOwn: Bool {
    !thread.isMain && !frames.isEmpty
      && !frames.contains { frame in
        let name = LoadedImage(at: frame.code)?.fileName ?? ""
        return ["libdispatch.", "libswift_Concurrency."].contains(where: name.hasPrefix)
      }
  }

  /// Whether nothing but libdispatch and the C library is on the stack: the thread waits for work, and what lies there
  /// is left from before.
  var isIdle: Bool {
    frames.allSatisfy { frame in
      guard let image = LoadedImage(at: frame.code) else { return false }
      return ImageKind(path: image.path) == .cLibrary
        || image.fileName?.hasPrefix("libdispatch.") == true
    }
  }
}
