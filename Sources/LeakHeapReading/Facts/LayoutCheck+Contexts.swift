import CLeakBase
import LeakBase

extension LayoutCheck {
  /// Whether a closure's context begins with metadata that describes it, and has its captures where that says. A binary without
  /// reflection metadata tells nothing of them: then nothing is read by it either.
  static func contextsHold() -> Bool {
    let object = Base()
    let number = Int.random(in: 1 << 40..<1 << 41)
    // Handed on as a value of some type the closure would be wrapped in another one: it is read where it is stored.
    let holder = ClosureHolder(makeClosure(object, number))
    return withExtendedLifetime(holder) {
      let context = holder.context
      let metadata = context.address()
      guard metadata.word() == MetadataKind.heapLocalVariable else { return false }
      let captures = metadata.address(at: crt_fact_context_captures())
      if captures.isNull { return true }
      guard let descriptor = holder.captures else { return false }
      let words = [
        context.word(at: descriptor.firstOffset), context.word(at: descriptor.firstOffset + 8),
      ]
      return descriptor.captures.count == 2 && descriptor.bindingCount == 0
        && descriptor.sources.isEmpty
        && descriptor.captures.map(\.text).contains("Si")
        && Int(metadata.uint32(at: crt_fact_context_first())) == 16
        && Set(words) == [place(of: object).bits, UInt(number)] && genericContextHolds()
    }
  }

  /// A closure of a generic function has the function's arguments in front of its captures. Which type it is called with is not known
  /// before: the compiler makes no function of its own for that.
  private static func genericContextHolds() -> Bool {
    let probes: [any ContextProbe] = [ShortProbe(), LongProbe()]
    let holder = probes[Int.random(in: 0...1)].hold()
    return withExtendedLifetime(holder) {
      guard let descriptor = holder.captures else { return false }
      return descriptor.captures.count == 1 && descriptor.bindingCount == 2
        && descriptor.sources.map(\.mangledParameter) == ["x"]
        && descriptor.captures[0].text == "x"
    }
  }

  @inline(never)
  private static func makeClosure(_ object: AnyObject, _ number: Int) -> () -> Void {
    { keep(object, number) }
  }

  @inline(never)
  private static func keep(_ object: AnyObject, _ number: Int) {}
}

private final class ClosureHolder {
  let closure: () -> Void

  init(_ closure: @escaping () -> Void) { self.closure = closure }

  var context: Address { LayoutCheck.place(of: self).address(at: 24) }

  /// What the closure captured, as its context's metadata describes it.
  var captures: CaptureDescriptor? {
    let map = MemoryMap()
    let metadata = context.address()
    guard map.isInImage(metadata.address(at: crt_fact_context_captures()), length: 12) else {
      return nil
    }
    return CaptureDescriptor(contextMetadata: TypeMetadata(metadata), map: map)
  }
}

private protocol ContextProbe {
  func use()
}

extension ContextProbe {
  @inline(never)
  fileprivate func hold() -> ClosureHolder { ClosureHolder { use() } }
}

private struct ShortProbe: ContextProbe {
  let number = 1
  func use() {}
}

private struct LongProbe: ContextProbe {
  let numbers = (1, 2, 3)
  func use() {}
}
