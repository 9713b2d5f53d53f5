import CLeakBase

/// Calls `body`, in which the thread waits, with what the callers have in registers on the stack, where a search finds it.
package func withSavedRegisters(_ body: () -> Void) {
  withoutActuallyEscaping(body) { body in
    withUnsafePointer(to: body) { body in
      crt_call_saving(
        { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        UnsafeMutableRawPointer(mutating: body))
    }
  }
}
