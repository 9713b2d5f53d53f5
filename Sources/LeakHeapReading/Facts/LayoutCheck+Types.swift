import CLeakBase
import LeakBase
import LeakSymbolication

extension LayoutCheck {
  private class Base {
    let number = 0x5EED
  }

  private final class Derived: Base {
    let other: Base? = nil
    let last = 0x7A57
  }

  /// Whether a class's metadata says what is known of the class.
  static func classesHold() -> Bool {
    let base = TypeMetadata(Base.self)
    let derived = TypeMetadata(Derived.self)
    guard derived.isClass, derived.superclass == base, base.instanceSize == 24,
      derived.instanceSize == 40
    else { return false }
    let descriptor = derived.classDescriptor
    guard !descriptor.isNull, LoadedImage.bias(at: descriptor.address.bits) != nil,
      descriptor.kind == ContextDescriptor.Kind.class, descriptor.name == "Derived"
    else { return false }
    return derived.fieldOffset(0) == 24 && derived.fieldOffset(1) == 32
  }

  /// Whether a closure's context begins with metadata that describes it, and has its captures where that says. A binary without
  /// reflection metadata tells nothing of them: then nothing is read by it either.
  static func contextsHold() -> Bool {
    let object = Base()
    let number = Int.random(in: 1 << 40..<1 << 41)
    // Handed on as a value of some type the closure would be wrapped in another one: it is read where it is stored.
    let holder = ClosureHolder(makeClosure(object, number))
    let context = place(of: holder).address(at: 24)
    let metadata = context.address()
    return withExtendedLifetime(holder) {
      guard metadata.word() == MetadataKind.heapLocalVariable else { return false }
      let captures = metadata.address(at: crt_fact_context_captures())
      if captures.isNull { return true }
      let map = MemoryMap()
      guard map.isInImage(captures, length: 12),
        let descriptor = CaptureDescriptor(contextMetadata: TypeMetadata(metadata), map: map)
      else { return false }
      let words = [
        context.word(at: descriptor.firstOffset), context.word(at: descriptor.firstOffset + 8),
      ]
      return descriptor.captures.count == 2 && descriptor.bindingCount == 0
        && Int(metadata.uint32(at: crt_fact_context_first())) == 16
        && Set(words) == [place(of: object).bits, UInt(number)]
    }
  }

  private final class ClosureHolder {
    let closure: () -> Void

    init(_ closure: @escaping () -> Void) { self.closure = closure }
  }

  @inline(never)
  private static func makeClosure(_ object: AnyObject, _ number: Int) -> () -> Void {
    { keep(object, number) }
  }

  @inline(never)
  private static func keep(_ object: AnyObject, _ number: Int) {}
}
