import CLeakBase
import LeakBase

extension LayoutCheck {
  /// Whether a closure's context begins with metadata that describes it, and has its captures where that says. A binary without
  /// reflection metadata tells nothing of them: then nothing is read by it either.
  static func contextsHold(in map: KeptMap) -> Bool {
    let object = Base()
    let number = Int.random(in: 1 << 40..<1 << 41)
    // Handed on as a value of some type the closure would be wrapped in another one: it is read where it is stored.
    let holder = ClosureHolder(makeClosure(object, number))
    return withExtendedLifetime(holder) {
      let context = holder.context
      let metadata = context.address()
      guard metadata.word() == MetadataKind.heapLocalVariable else { return false }
      if holder.isUndescribed {
        return genericProbes.allSatisfy { $0.hold().isUndescribed && $0.hold($0).isUndescribed }
      }
      guard let descriptor = holder.captures(in: map),
        Int(metadata.uint32(at: crt_fact_context_first())) == 16
      else { return false }
      return descriptor.captures.count == 2 && descriptor.bindingCount == 0
        && descriptor.sources.isEmpty
        && descriptor.captures.map(\.text).contains("Si")
        && Set([context.word(at: 16), context.word(at: 24)])
          == [place(of: object).bits, UInt(number)]
        && genericProbes.allSatisfy {
          genericContextHolds($0.hold(), parameters: ["x"], bindings: 2, in: map)
            && genericContextHolds($0.hold($0), parameters: ["x", "qd__"], bindings: 4, in: map)
        }
    }
  }

  /// Which type the generic function is called with is not known before: the compiler makes no function of its own for that.
  private static var genericProbes: [any ContextProbe] {
    let probes: [any ContextProbe] = [ShortProbe(), LongProbe()]
    return Bool.random() ? probes : probes.reversed()
  }

  /// A closure of a generic function has the function's arguments in front of its captures. Counts of several closures are compared:
  /// one could be by chance what stands where it is read.
  private static func genericContextHolds(
    _ holder: ClosureHolder, parameters: [String], bindings: Int, in map: KeptMap
  ) -> Bool {
    withExtendedLifetime(holder) {
      guard let descriptor = holder.captures(in: map) else { return false }
      return descriptor.bindingCount == bindings
        && descriptor.sources.map(\.mangledParameter) == parameters
        && descriptor.captures.map(\.text) == parameters
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

  /// Whether the context's metadata leads to no description of the captures.
  var isUndescribed: Bool { context.address().address(at: crt_fact_context_captures()).isNull }

  /// What the closure captured, as its context's metadata describes it.
  func captures(in map: KeptMap) -> CaptureDescriptor? {
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

  @inline(never)
  fileprivate func hold<Other: ContextProbe>(_ other: Other) -> ClosureHolder {
    ClosureHolder {
      use()
      other.use()
    }
  }
}

private struct ShortProbe: ContextProbe {
  let number = 1
  func use() {}
}

private struct LongProbe: ContextProbe {
  let numbers = (1, 2, 3)
  func use() {}
}
