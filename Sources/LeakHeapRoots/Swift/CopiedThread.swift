import CLeakHeapRoots
import LeakSymbolication

/// A thread of the process, as it was in a copy.
struct CopiedThread {
  /// A function on the thread's stack.
  struct Frame: Hashable {
    /// An address in the instruction that the function has come to.
    var code: UInt
    /// The part of the stack that is the function's.
    var memory: Range<UInt>
    /// The frame pointer, where it is known.
    var framePointer: UInt?
    /// Whether the way to this frame was guessed.
    var isGuessed: Bool
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
    frames = UnsafeBufferPointer(start: found, count: count).map { frame in
      Frame(
        code: frame.is_caller ? frame.pc &- 1 : frame.pc,
        memory: frame.stack_pointer..<max(frame.cfa, frame.stack_pointer),
        framePointer: frame.is_frame_pointer_known ? frame.frame_pointer : nil,
        isGuessed: frame.is_guessed)
    }
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

  /// The position of the frame that has the word at `slot`.
  func frame(at slot: UInt) -> Int? { frames.firstIndex { $0.memory.contains(slot) } }

  /// The nearest frame of the program's to the one at `position`: that one, or what it has called, or what has called it.
  func programFrame(under position: Int) -> Int? {
    frames[...position].lastIndex { ProgramCode.contains($0.code) }
      ?? frames[position...].firstIndex { ProgramCode.contains($0.code) }
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
