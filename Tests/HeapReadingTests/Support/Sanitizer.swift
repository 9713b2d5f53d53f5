import Testing

@testable import LeakBase
@testable import LeakHeapReading

/// The sanitizers that the tests may run under.
enum Sanitizer {
  static let isThreadSanitizer = !Address(symbol: "__tsan_init").isNull
  static let isAny = isThreadSanitizer || !Address(symbol: "__asan_init").isNull
}

extension Trait where Self == ConditionTrait {
  /// Sanitizers check each load between the ones that lead to a method: the calls are not told then.
  static var withoutSanitizers: Self {
    .disabled(if: Sanitizer.isAny, "a sanitizer's instructions stand between a call and its method")
  }

  /// ThreadSanitizer replaces libdispatch's functions, and what they are given by memory and blocks of its own.
  static var withoutThreadSanitizer: Self {
    .disabled(if: Sanitizer.isThreadSanitizer, "ThreadSanitizer wraps what libdispatch is given")
  }
}
