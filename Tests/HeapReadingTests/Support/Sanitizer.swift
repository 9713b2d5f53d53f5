import Testing

@testable import HeapReading

/// The sanitizers that the tests may run under.
enum Sanitizer {
  static let isThreadSanitizer = !Address(symbol: "__tsan_init").isNull
}

extension Trait where Self == ConditionTrait {
  /// ThreadSanitizer replaces libdispatch's functions, and what they are given by memory and blocks of its own.
  static var withoutThreadSanitizer: Self {
    .disabled(if: Sanitizer.isThreadSanitizer, "ThreadSanitizer wraps what libdispatch is given")
  }
}
