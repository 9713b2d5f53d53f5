import LeakHeapModel
import LeakSymbolication

extension PlaceReader {
  /// What tells a function of the program's from others, whether the code is its own or that which unpacks a closure's captures for it.
  private struct Function: Hashable {
    let name: String
    let type: String?
    let module: String?
    let discriminator: String?

    /// `nil` for a thunk: all have one name.
    init?(at code: UInt) {
      guard let name = Symbolizer.shared.functionName(at: code), name.kind != .thunk else {
        return nil
      }
      self.name = name.text
      type = name.functionType
      module = name.module
      discriminator = name.discriminator
    }
  }

  /// A closure of which one of `codes` is the code, and that has this context, if the thread is running it: whoever called it has its
  /// context until it returns. Others of the same code have contexts of their own.
  func runningPlace(of codes: [UInt], context: UInt, on index: Int) -> Place? {
    // A return address is code, too, and what a function saves may stand behind it as a context stands behind the code of a closure.
    let functions = codes.filter { ImageSymbols.symbol(beginningAt: $0) != nil }
    if functions.isEmpty { return nil }
    let names = Set(functions.compactMap(Function.init(at:)))
    let thread = self.thread(index)
    guard
      let position = thread.frames.indices.first(where: { position in
        let frame = thread.frames[position]
        return !frame.isGuessed && ProgramCode.contains(frame.code)
          && Function(at: frame.code).map(names.contains) ?? false
          && thread.isCalled(position, with: context, in: copy)
      }),
      let innermost = thread.innermostProgramFrame
    else { return nil }
    let running = thread.frames[position]
    let waits = copy.callers.waits(slot: running.memory.lowerBound, onThread: thread.id)
    let wait = waits ? .check : ThreadWait(of: thread.frames[..<innermost].map(\.code))
    return Place(
      root: .running(
        thread.thread, closure: running.code,
        at: waits ? running.code : thread.frames[innermost].code, wait: wait),
      grade: .typedReference, rank: 7)
  }
}
